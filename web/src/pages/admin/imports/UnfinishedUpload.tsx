import { Button, FileButton } from "@mantine/core";
import type { Import } from "../../../api/shapes.ts";
import { formatSize } from "../../../format/sizes.ts";
import type { RunningUpload } from "../../../imports/uploads.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { useUploading } from "./DropZone.tsx";
import classes from "./Imports.module.css";
import { nameOf } from "./import-state.ts";
import { UploadProgress } from "./UploadProgress.tsx";

interface UnfinishedUploadProps {
	readonly batch: Import;
	/** The upload by this page, if it is one. */
	readonly upload: RunningUpload | undefined;
}

/** An upload in progress, or what to do about an interrupted one. */
export function UnfinishedUpload({ batch, upload }: UnfinishedUploadProps) {
	const { take, isBegun, error } = useUploading();
	const [file] = batch.files;
	if (upload) {
		return (
			<Surface description="Stay on these pages until it is done, or continue later." title="Uploading">
				<UploadProgress upload={upload} />
			</Surface>
		);
	}
	return (
		<Surface title="Interrupted">
			<div className={classes.progress}>
				<p className={classes.words}>
					{formatSize(batch.uploaded_bytes ?? 0)} of {formatSize(file?.size_bytes ?? 0)} uploaded so far.
					Choose <bdi>{nameOf(batch)}</bdi> again to continue from there.
				</p>
				{error ? <FailureNotice error={error} /> : null}
				<FileButton
					onChange={(chosen) => {
						if (chosen) take([chosen]);
					}}
				>
					{(props) => (
						<Button {...props} disabled={!batch.is_own} loading={isBegun}>
							Choose the file
						</Button>
					)}
				</FileButton>
			</div>
		</Surface>
	);
}
