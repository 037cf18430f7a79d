import type { ReactNode } from "react";
import classes from "./Facts.module.css";

interface FactsProps {
	/** `lines`: one per line, with the value at the end. `pairs`: names in one column, values in the next. `row`: side by side, name above value. */
	readonly layout: "lines" | "pairs" | "row";
	/** On a background of their own. */
	readonly isBoxed?: boolean;
	readonly children: ReactNode;
}

/** Facts about something: names and values. */
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
