import { Badge, Button } from "@mantine/core";
import { IconDownload, IconExternalLink, IconPhoto, IconRefresh } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { succeeded } from "../../../api/exchange.ts";
import { asFailure, unreadable } from "../../../api/failure.ts";
import { formatCredits } from "../../../format/credits.ts";
import { causeOf } from "../../../format/refusals.ts";
import { formatSize } from "../../../format/sizes.ts";
import { CodeBlock } from "../../../parts/CodeBlock.tsx";
import { saveBlob } from "../../../parts/Copy.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { useObjectUrl } from "../../../parts/use-object-url.ts";
import { fileOf, type ReturnedFile } from "./file-of.ts";
import { imagesIn, type ReturnedImage } from "./image-urls.ts";
import pictureClasses from "./Pictures.module.css";
import { refusalIn } from "./refusal.ts";
import classes from "./TryIt.module.css";
import type { ApiAnswer } from "./try-call.ts";

interface AnswerViewProps {
	readonly answer: ApiAnswer;
	/** The form has changed since. */
	readonly isStale: boolean;
	/** Undefined while the call cannot be made. */
	readonly onRun: (() => void) | undefined;
}

/** The response: status, cost, the meaning of a refusal, pictures, all headers and the body. */
export function AnswerView({ answer, isStale, onRun }: AnswerViewProps) {
	const { status, headers, tookMs, text, file, request } = answer;
	const header = (name: string) => headers.find(([one]) => one === name)?.[1];
	const [charged, balance] = [header("x-credits-debited"), header("x-credits-remaining")];
	const refusal = refusalIn(answer);
	const images = imagesIn(text);
	return (
		<Surface title="Answer">
			{isStale ? (
				<div className={classes.stale} role="status">
					<p>
						<strong>Out of date.</strong> The call has changed since. This is the answer to{" "}
						<code>
							{request.method} {request.path}
						</code>
					</p>
					{onRun ? (
						<Button leftSection={<IconRefresh size={15} />} onClick={onRun} size="xs" variant="default">
							Run again
						</Button>
					) : null}
				</div>
			) : null}
			<div className={classes.status} role={isStale ? undefined : "status"}>
				<Badge color={isStale ? "gray" : status < 300 ? "green" : "red"} size="lg">
					{status}
				</Badge>
				<span>{Math.round(tookMs)} ms</span>
				{charged ? <span>Charged {formatCredits(Number(charged))}</span> : null}
				{balance ? <span>Balance {formatCredits(Number(balance))}</span> : null}
			</div>
			{refusal ? (
				<p className={classes.refusal}>
					<strong>{causeOf(refusal).name}.</strong> {causeOf(refusal).advice}
				</p>
			) : null}
			{images.length > 0 ? <Pictures images={images} key={images[0]?.url} /> : null}
			{file ? <FileView file={file} /> : null}
			<HeaderList headers={headers} />
			{text === "" ? null : <CodeBlock code={text} name="body of the answer" />}
			{text === "" && !file ? <p className="quiet">The answer has no body.</p> : null}
		</Surface>
	);
}

function HeaderList({ headers }: Pick<ApiAnswer, "headers">) {
	return (
		<details className={classes.headers}>
			<summary>{headers.length} headers</summary>
			<dl>
				{headers.map(([name, value]) => (
					<div key={name} className={classes.pair}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
		</details>
	);
}

/** The pictures that a response links to, each shown on demand, because its URL works only once. */
function Pictures({ images }: { readonly images: readonly ReturnedImage[] }) {
	return (
		<section aria-label="Pictures" className={pictureClasses.pictures}>
			<p className={pictureClasses.words}>
				Each URL works once, for 15 minutes, and only from this address. Showing a picture here uses up its
				URL, at no extra charge.
			</p>
			<ul className={pictureClasses.tiles}>
				{images.map((image) => (
					<li key={image.url}>
						<PictureTile image={image} />
					</li>
				))}
			</ul>
		</section>
	);
}

/** One picture: fetched once on demand, then shown from memory, where it can also be saved. */
function PictureTile({ image }: { readonly image: ReturnedImage }) {
	const { variant, barcode, url } = image;
	const fetched = useMutation({ mutationFn: () => fetchPicture(image) });
	const name = barcode === undefined ? variant : `${variant} of ${barcode}`;
	return (
		<figure className={pictureClasses.tile}>
			<div className={pictureClasses.frame}>
				{fetched.data ? <PictureImage alt={name} blob={fetched.data.blob} /> : null}
				{fetched.error ? <p className={pictureClasses.failed}>{asFailure(fetched.error).message}</p> : null}
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
function FileView({ file }: { readonly file: ReturnedFile }) {
	return (
		<div className={pictureClasses.followed}>
			{file.isPicture ? <PictureImage alt="The picture that the call led to" blob={file.blob} /> : null}
			<div className={pictureClasses.about}>
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
	return url === undefined ? null : <img alt={alt} className={pictureClasses.image} src={url} />;
}
