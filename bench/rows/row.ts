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
