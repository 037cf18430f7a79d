import type { Figure, Unmeasured } from "../figure.ts";
import type { Stage } from "../stage.ts";

/** Something that `npm run bench` measures, by the name that `--only` takes. */
export interface Row {
	readonly name: string;
	measure(stage: Stage): Promise<(Figure | Unmeasured)[]>;
}

/** Says what a figure ought to be, and whether it is. */
export function withAim(figure: Figure, aim: string, reached: boolean): Figure {
	return { ...figure, aim, reached };
}
