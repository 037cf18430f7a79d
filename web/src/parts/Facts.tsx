import { Progress } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Facts.module.css";
import figureClasses from "./Figures.module.css";

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

/** A few large numbers side by side. */
export function Figures({ children }: { readonly children: ReactNode }) {
	return <dl className={figureClasses.figures}>{children}</dl>;
}

interface FigureProps {
	readonly name: string;
	readonly amount: string;
	/** The used share of a limit, 0–1: bars mean this everywhere. */
	readonly share?: number | undefined;
	/** What the amount counts. */
	readonly children: ReactNode;
}

export function Figure({ name, amount, share, children }: FigureProps) {
	return (
		<div className={figureClasses.figure}>
			<dt>{name}</dt>
			<dd className={figureClasses.amount}>{amount}</dd>
			<dd className="note">{children}</dd>
			{share === undefined ? null : (
				<dd className={figureClasses.meter}>
					<Progress
						aria-hidden="true"
						color={share >= 0.9 ? "marigold.5" : "petrol.5"}
						size={5}
						value={Math.min(100, share * 100)}
					/>
				</dd>
			)}
		</div>
	);
}
