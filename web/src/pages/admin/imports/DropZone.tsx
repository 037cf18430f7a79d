import { Button, FileButton } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import { useNavigate } from "react-router";
import { pageFailure } from "../../../api/failure.ts";
import { useRefresh } from "../../../api/routes.ts";
import { fileProblem } from "../../../imports/upload-rules.ts";
import { uploadFile } from "../../../imports/uploads.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import classes from "./Imports.module.css";

const ACCEPTED = ".zip,.ndjson,.jsonl,.csv,.tsv,.tab,.txt,.xlsx,.xlsm";

/** Accepts files for import, dropped or chosen. The page of a single one opens at once. */
export function DropZone() {
	const { take, isBegun, error } = useUploading();
	const [isOver, setOver] = useState(false);
	const drag = (over: boolean) => (event: DragEvent) => {
		event.preventDefault();
		setOver(over);
	};
	return (
		<>
			<section
				aria-label="Upload"
				className={classes.zone}
				data-over={isOver}
				onDragLeave={drag(false)}
				onDragOver={drag(true)}
				onDrop={(event) => {
					drag(false)(event);
					take([...event.dataTransfer.files]);
				}}
			>
				<IconFileUpload aria-hidden="true" className={classes.zoneIcon} size={34} stroke={1.4} />
				<p className={classes.zoneTitle}>Drop files here</p>
				<p className={classes.quiet}>
					ZIP with pictures and metadata, NDJSON, CSV or Excel (.xlsx), up to 20 GiB each. If an upload is
					interrupted, choose the same file again to continue it.
				</p>
				<FileButton accept={ACCEPTED} multiple onChange={take}>
					{(props) => (
						<Button {...props} loading={isBegun}>
							Choose files
						</Button>
					)}
				</FileButton>
			</section>
			{error ? <FailureNotice error={error} title="That cannot be imported" /> : null}
		</>
	);
}

/** Starts uploads, or says why one is not permitted. */
export function useUploading() {
	const navigate = useNavigate();
	const refreshAll = useRefresh();
	const refresh = () => void refreshAll(["/admin/imports"]);
	const [isBegun, setBegun] = useState(false);
	const [error, setError] = useState<unknown>();
	async function take(files: readonly File[]): Promise<void> {
		setBegun(true);
		setError(undefined);
		try {
			const problem = files.map(fileProblem).find((each) => each !== undefined);
			if (problem !== undefined) throw pageFailure(problem);
			const begun: string[] = [];
			for (const file of files) begun.push(await uploadFile(file, refresh));
			const [one] = begun;
			if (begun.length === 1) navigate(`/admin/imports/${one}`);
		} catch (fault) {
			setError(fault);
		} finally {
			setBegun(false);
			refresh();
		}
	}
	return { isBegun, error, take: (files: readonly File[]) => void take(files) };
}
