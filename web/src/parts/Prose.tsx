import { Fragment } from "react";

/** A text of the OpenAPI document: paragraphs, with code between backticks. */
export function Prose({ children }: { readonly children: string }) {
	return (
		<>
			{children.split(/\n\n+/).map((paragraph) => (
				<p key={paragraph}>
					<Inline>{paragraph}</Inline>
				</p>
			))}
		</>
	);
}

/** One line of such a text. */
export function Inline({ children }: { readonly children: string }) {
	return children
		.split("`")
		.map((part, place) => ({ part, id: `${place} ${part}`, isCode: place % 2 === 1 }))
		.map(({ part, id, isCode }) =>
			isCode ? <code key={id}>{part}</code> : <Fragment key={id}>{part}</Fragment>,
		);
}
