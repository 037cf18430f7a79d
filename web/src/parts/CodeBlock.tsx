import type { ReactNode } from "react";
import classes from "./CodeBlock.module.css";
import { CopyIcon } from "./Copy.tsx";

interface CodeBlockProps {
	readonly code: string;
	/** What it is, for screen readers and the copy button. */
	readonly name: string;
	/** Shown above the code beside the copy button; its name by default. */
	readonly head?: ReactNode;
}

/** Code or a response, in a box with its own scrolling that can be reached by keyboard. */
export function CodeBlock({ code, name, head }: CodeBlockProps) {
	return (
		<div className={classes.block}>
			<div className={classes.bar}>
				{head ?? <span className={classes.name}>{name}</span>}
				<CopyIcon name={name} text={code} />
			</div>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls with the keyboard */}
			<section aria-label={name} className={classes.scroll} tabIndex={0}>
				<pre dir="ltr">
					<code>{code}</code>
				</pre>
			</section>
		</div>
	);
}
