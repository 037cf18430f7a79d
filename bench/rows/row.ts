import type { Figure, Unmeasured } from "../figure.ts";
import type { Stage } from "../stage.ts";

/** A measurement of `npm run bench`, with the name that `--only` takes. */
export interface Row {
	readonly name: string;
	measure(stage: Stage): Promise<(Figure | Unmeasured)[]>;
}

/** Adds the target of a figure, and whether it was met. */
export function withAim(figure: Figure, aim: string, reached: boolean): Figure {
	return { ...figure, aim, reached };
}

/** Adds the largest amount that a figure aims at, in its unit. */
export function atMost(most: number, figure: Figure): Figure {
	return withAim(figure, `≤ ${most.toLocaleString("en")} ${figure.unit}`, figure.measured <= most);
}

/** Adds the smallest amount that a figure aims at, in its unit. */
export function atLeast(least: number, figure: Figure): Figure {
	return withAim(figure, `≥ ${least.toLocaleString("en")} ${figure.unit}`, figure.measured >= least);
}
