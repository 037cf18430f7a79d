import type { ReactNode } from "react";
import classes from "./Facts.module.css";

interface FactsProps {
	/** `lines`: a line each, the fact at its end. `pairs`: names in one column, facts in the next. `row`: side by side, name above fact. */
	readonly layout: "lines" | "pairs" | "row";
	/** On a ground of their own. */
	readonly isBoxed?: boolean;
	readonly children: ReactNode;
}

/** What is so about a thing: names and values. */
export function Facts({ layout, isBoxed, children }: FactsProps) {
	return <dl className={isBoxed ? `${classes[layout]} ${classes.boxed}` : classes[layout]}>{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}
