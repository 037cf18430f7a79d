import { Alert, Badge, Button } from "@mantine/core";
import { IconAlertTriangle, IconDownload, IconExternalLink } from "@tabler/icons-react";
import { CodeBlock } from "../../../parts/CodeBlock.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { saveBlob } from "../../../parts/save-file.ts";
import { imagesIn } from "./image-urls.ts";
import classes from "./TryIt.module.css";
import type { ApiAnswer } from "./try-call.ts";

/** The answer: status, cost, all headers, the body, and the pictures it links to. */
export function AnswerView({ answer }: { readonly answer: ApiAnswer }) {
	const { status, headers, tookMs, text, picture } = answer;
	const header = (name: string) => headers.find(([one]) => one === name)?.[1];
	const images = imagesIn(text);
	return (
		<Surface title="Answer">
			<div className={classes.status} role="status">
				<Badge color={status < 300 ? "green" : "red"} radius="sm" size="lg" variant="light">
					{status}
				</Badge>
				<span>{Math.round(tookMs)} ms</span>
				{header("x-credits-debited") ? <span>Charged {header("x-credits-debited")}</span> : null}
				{header("x-credits-remaining") ? <span>Balance {header("x-credits-remaining")}</span> : null}
			</div>
			{images.length > 0 ? (
				<Alert
					className={classes.images}
					color="marigold"
					icon={<IconAlertTriangle />}
					title="Each URL works once"
					variant="light"
				>
					<p className={classes.words}>
						Opening a picture here uses its URL up. They hold for 15 minutes, from this address only.
					</p>
					<ul>
						{images.map(({ variant, url }) => (
							<li key={variant}>
								<Button
									component="a"
									href={url}
									rel="noreferrer"
									rightSection={<IconExternalLink size={15} />}
									size="xs"
									target="_blank"
									variant="default"
								>
									Open {variant}
								</Button>
							</li>
						))}
					</ul>
				</Alert>
			) : null}
			{picture ? <Picture picture={picture} /> : null}
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
			{text === "" ? null : <CodeBlock code={text} name="body of the answer" />}
			{text === "" && !picture ? <p className={classes.quiet}>The answer has no body.</p> : null}
		</Surface>
	);
}

/** Browsers follow redirects by themselves, so the picture is already loaded and its URL consumed. */
function Picture({ picture }: { readonly picture: Blob }) {
	const ending = picture.type === "image/png" ? "png" : "jpg";
	return (
		<Alert
			className={classes.images}
			color="petrol"
			title="The browser followed the redirect"
			variant="light"
		>
			<p className={classes.words}>
				The picture is here, its URL is used up. Status and headers are those of the picture; the charge
				stands in the ledger.
			</p>
			<Button
				leftSection={<IconDownload size={15} />}
				mt="sm"
				onClick={() => saveBlob(`picture.${ending}`, picture)}
				size="xs"
				variant="default"
			>
				Save the picture
			</Button>
		</Alert>
	);
}
