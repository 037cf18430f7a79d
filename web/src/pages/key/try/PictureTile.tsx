import { Button } from "@mantine/core";
import { IconDownload, IconExternalLink, IconPhoto } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { succeeded } from "../../../api/exchange.ts";
import { asFailure, unreadable } from "../../../api/failure.ts";
import { formatSize } from "../../../format/sizes.ts";
import { saveBlob } from "../../../parts/Copy.tsx";
import { useObjectUrl } from "../../../parts/use-object-url.ts";
import { fileOf, type ReturnedFile } from "./file-of.ts";
import type { ReturnedImage } from "./image-urls.ts";
import classes from "./Pictures.module.css";

/** One picture: fetched once on demand, then shown from memory, where it can also be saved. */
export function PictureTile({ image }: { readonly image: ReturnedImage }) {
	const { variant, barcode, url } = image;
	const fetched = useMutation({ mutationFn: () => fetchPicture(image) });
	const name = barcode === undefined ? variant : `${variant} of ${barcode}`;
	return (
		<figure className={classes.tile}>
			<div className={classes.frame}>
				{fetched.data ? <PictureImage alt={name} blob={fetched.data.blob} /> : null}
				{fetched.error ? <p className={classes.failed}>{asFailure(fetched.error).message}</p> : null}
				{fetched.isIdle || fetched.isPending ? (
					<ShowButton isBusy={fetched.isPending} name={name} onShow={() => fetched.mutate()} url={url} />
				) : null}
			</div>
			<figcaption>
				<span>
					{variant}
					{barcode === undefined ? null : <code> {barcode}</code>}
				</span>
				{fetched.data ? <SaveButton file={fetched.data} name={name} /> : null}
			</figcaption>
		</figure>
	);
}

interface ShowButtonProps {
	readonly name: string;
	readonly url: string;
	readonly isBusy: boolean;
	readonly onShow: () => void;
}

/** A page may only read pictures from its own origin; others open in a new tab. */
function ShowButton({ name, url, isBusy, onShow }: ShowButtonProps) {
	if (new URL(url).origin !== location.origin) {
		return (
			<Button
				component="a"
				href={url}
				leftSection={<IconExternalLink size={15} />}
				rel="noreferrer"
				size="xs"
				target="_blank"
				variant="default"
			>
				Open {name}
			</Button>
		);
	}
	return (
		<Button
			leftSection={<IconPhoto size={15} />}
			loading={isBusy}
			onClick={onShow}
			size="xs"
			variant="default"
		>
			Show {name}
		</Button>
	);
}

function SaveButton({ file, name }: { readonly file: ReturnedFile; readonly name: string }) {
	return (
		<Button
			aria-label={`Save (${formatSize(file.blob.size)}) ${name}`}
			leftSection={<IconDownload size={14} />}
			onClick={() => saveBlob(file.name, file.blob)}
			size="compact-xs"
			variant="subtle"
		>
			Save ({formatSize(file.blob.size)})
		</Button>
	);
}

async function fetchPicture({ url, barcode, variant }: ReturnedImage): Promise<ReturnedFile> {
	const response = await succeeded(url, { credentials: "omit", cache: "no-store" });
	const file = await fileOf(response, barcode === undefined ? variant : `${barcode}-${variant}`);
	if (!file) throw unreadable();
	return file;
}

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
function PictureImage({ blob, alt }: { readonly blob: Blob; readonly alt: string }) {
	const url = useObjectUrl(blob);
	return url === undefined ? null : <img alt={alt} className={classes.image} src={url} />;
}
