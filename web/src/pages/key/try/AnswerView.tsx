import { Badge, Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { formatCredits } from "../../../format/credits.ts";
import { causeOf } from "../../../format/refusals.ts";
import { CodeBlock } from "../../../parts/CodeBlock.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { imagesIn, type ReturnedImage } from "./image-urls.ts";
import pictureClasses from "./Pictures.module.css";
import { FileView, PictureTile } from "./PictureTile.tsx";
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
			{text === "" && !file ? <p className={classes.quiet}>The answer has no body.</p> : null}
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
