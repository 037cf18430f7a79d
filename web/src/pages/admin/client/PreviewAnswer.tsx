import { Alert } from "@mantine/core";
import { IconBan, IconInfoCircle } from "@tabler/icons-react";
import type { Preview } from "../../../api/shapes.ts";
import { formatCredits } from "../../../format/credits.ts";
import { CodeBlock } from "../../../parts/CodeBlock.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import classes from "./PreviewAnswer.module.css";

/** The response or why there is none, what is left out, and the price per item. */
export function PreviewAnswer({ preview }: { readonly preview: Preview }) {
	const { status, error, answer, redacted_fields, notes } = preview;
	return (
		<div className={classes.preview}>
			<div className={classes.main}>
				{error ? (
					<Alert
						color="red"
						icon={<IconBan />}
						role="status"
						title={`${status} ${error.code}`}
						variant="light"
					>
						{error.message}
					</Alert>
				) : null}
				{notes.map((note) => (
					<Alert color="marigold" icon={<IconInfoCircle />} key={note} role="status" variant="light">
						{note}
					</Alert>
				))}
				{answer ? <CodeBlock code={JSON.stringify(answer, null, 2)} name="Answer" /> : null}
			</div>
			<div className={classes.side}>
				<h3>Price</h3>
				<Facts layout="lines">
					{preview.items.map(({ action, count, credits }) => (
						<Fact key={action} name={count === 1 ? action : `${count} × ${action}`}>
							{formatCredits(credits)}
						</Fact>
					))}
					<Fact name="Together">{formatCredits(preview.credits)}</Fact>
					<Fact name="Balance after">{formatCredits(preview.balance_after)}</Fact>
				</Facts>
				<h3>Left out</h3>
				{redacted_fields.length === 0 ? (
					<p>Nothing is redacted.</p>
				) : (
					<ul className={classes.redacted}>
						{redacted_fields.map((field) => (
							<li key={field}>
								<code>{field}</code>
							</li>
						))}
					</ul>
				)}
			</div>
		</div>
	);
}
