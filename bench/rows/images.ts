import type { Figure } from "../figure.ts";
import { servingFigures } from "../pictures/serving.ts";
import type { PictureKind } from "../pictures/sources.ts";
import type { Stage } from "../stage.ts";
import { type Row, withAim } from "./row.ts";

/** Deliveries of a photo and of a cut-out, each with a signed URL of its own. */
export const imageRows: readonly Row[] = [
	{
		name: "image-jpeg",
		measure: async (stage) => (await deliveries(stage, "front", "JPEG, 250 KB")).map(photoAim),
	},
	{ name: "image-png", measure: (stage) => deliveries(stage, "front_clean", "PNG, 1.6 MB") },
];

async function deliveries(stage: Stage, kind: PictureKind, shown: string): Promise<Figure[]> {
	const sources = (await stage.sources()).filter((source) => source.kind === kind);
	const figures = await servingFigures(sources, stage.pace, true);
	return figures.map((figure) => ({ ...figure, what: figure.what.replace(kind, shown) }));
}

function photoAim(figure: Figure): Figure {
	const least = figure.beside?.what === "sharp" ? 100 : 0.6;
	return withAim(figure, `ratio ≥ ${least}`, (figure.ratio ?? 0) >= least);
}
