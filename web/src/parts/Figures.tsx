import { Progress } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Figures.module.css";

/** A few large numbers side by side. */
export function Figures({ children }: { readonly children: ReactNode }) {
	return <dl className={classes.figures}>{children}</dl>;
}

interface FigureProps {
	readonly name: string;
	readonly amount: string;
	/** The used share of a limit, 0–1: bars mean this everywhere. */
	readonly share?: number | undefined;
	/** What the amount counts. */
	readonly children: ReactNode;
}

/** One of `Figures`. */
export function Figure({ name, amount, share, children }: FigureProps) {
	return (
		<div className={classes.figure}>
			<dt>{name}</dt>
			<dd className={classes.amount}>{amount}</dd>
			<dd className={classes.words}>{children}</dd>
			{share === undefined ? null : (
				<dd className={classes.meter}>
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
