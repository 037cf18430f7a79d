import { back } from "../label/back.ts";
import type { LabelContent, Panel } from "../label/content.ts";
import { LAYOUTS, type LayoutName } from "../label/layouts.ts";
import { lidPanel, side } from "../label/side.ts";
import { moveTo, rect } from "../label/svg.ts";
import type { Artwork } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";

/** Which side of a package faces the camera. */
export type Facing = "front" | "back";

/** What can be printed on a package, in the sizes it asks for. */
export type Print = {
	content: LabelContent;
	/** The front panel; `bleed` extends it on both sides. */
	facing: (panel: Panel) => Artwork;
	side: (width: number, height: number) => Artwork;
	lid: (width: number, depth: number) => Artwork;
	/** The colour of a cap, lid or bottle, when the package has one. */
	cap: string;
	/** Colour of the content seen through glass. */
	contents: string;
};

/** Builds the object that carries the print. */
export type Package = (print: Print, facing: Facing) => Scene;

export function printOf(
	content: LabelContent,
	look: { layout: LayoutName; cap?: string; contents?: string },
	facing: Facing,
): Print {
	const design = facing === "front" ? LAYOUTS[look.layout] : back;
	return {
		content,
		facing: (panel) =>
			artwork(panel.width + 2 * panel.bleed, panel.height, moveTo(panel.bleed, 0, design(content, panel))),
		side: (width, height) => artwork(width, height, side(content, width, height)),
		lid: (width, depth) => artwork(width, depth, lidPanel(content, width, depth)),
		cap: look.cap ?? content.palette.deep,
		contents: look.contents ?? content.palette.ground,
	};
}

export function artwork(width: number, height: number, svg: string): Artwork {
	return { svg, width, height };
}

/** The front panel between strips of plain colour, for seals of film. */
export function inset(
	{ facing, content }: Print,
	width: number,
	height: number,
	top: number,
	bottom: number,
): Artwork {
	const { svg } = facing({ width, height: height - top - bottom, bleed: 0 });
	const strips =
		rect(0, 0, width, top + 0.5, content.palette.ground) +
		rect(0, height - bottom - 0.5, width, bottom + 0.5, content.palette.deep);
	return artwork(width, height, moveTo(0, top, svg) + strips);
}
