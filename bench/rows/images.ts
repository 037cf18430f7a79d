import type { Figure } from "../figure.ts";
import { BESIDE_ONE_FILE, servingFigures } from "../pictures/serving.ts";
import type { PictureKind } from "../pictures/sources.ts";
import type { Stage } from "../stage.ts";
import { type Row, withAim } from "./row.ts";

/** Deliveries of a photo and of a cut-out, each with its own signed URL. */
export const imageRows: readonly Row[] = [
	{ name: "image-jpeg", measure: (stage) => deliveries(stage, "front", "JPEG, 250 KB", 0.45) },
	{ name: "image-png", measure: (stage) => deliveries(stage, "front_clean", "PNG, 1.6 MB", 0.4) },
];

/** Compared with drawing on each request. */
const LEAST_BESIDE_SHARP = 100;
/** One picture that the same client's page has fetched many times. */
const LEAST_OF_POPULAR = 0.6;

async function deliveries(
	stage: Stage,
	kind: PictureKind,
	shown: string,
	leastForAnother: number,
): Promise<Figure[]> {
	const sources = (await stage.sources()).filter((source) => source.kind === kind);
	const figures = await servingFigures(sources, stage.pace, true);
	return figures.map((figure) => {
		const what = figure.what.replace(kind, shown);
		// No target: shown for comparison with figures of earlier versions, which were measured this way.
		if (what.endsWith(BESIDE_ONE_FILE)) return { ...figure, what };
		const least = leastOf(figure, leastForAnother);
		return withAim({ ...figure, what }, `ratio ≥ ${least}`, (figure.ratio ?? 0) >= least);
	});
}

function leastOf({ what, beside }: Figure, leastForAnother: number): number {
	if (beside?.what === "sharp") return LEAST_BESIDE_SHARP;
	return what.includes("another each time") ? leastForAnother : LEAST_OF_POPULAR;
}
