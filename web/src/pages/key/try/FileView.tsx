import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { formatSize } from "../../../format/sizes.ts";
import { saveBlob } from "../../../parts/save-file.ts";
import { useObjectUrl } from "../../../parts/use-object-url.ts";
import type { ReturnedFile } from "./file-of.ts";
import classes from "./Pictures.module.css";

/** The file behind a redirect. Browsers follow redirects automatically, so it has been fetched and its URL is used up. */
export function FileView({ file }: { readonly file: ReturnedFile }) {
	return (
		<div className={classes.followed}>
			{file.isPicture ? <PictureImage alt="The picture that the call led to" blob={file.blob} /> : null}
			<div className={classes.about}>
				<p>
					The browser followed the redirect, so the status and headers are those of the file, and its URL is
					used up. See the ledger for what was charged.
				</p>
				<Button
					leftSection={<IconDownload size={15} />}
					onClick={() => saveBlob(file.name, file.blob)}
					size="xs"
					variant="default"
				>
					Save the {file.isPicture ? "picture" : "archive"}, {formatSize(file.blob.size)}
				</Button>
			</div>
		</div>
	);
}

/** A picture held in memory. */
export function PictureImage({ blob, alt }: { readonly blob: Blob; readonly alt: string }) {
	const url = useObjectUrl(blob);
	return url === undefined ? null : <img alt={alt} className={classes.image} src={url} />;
}
