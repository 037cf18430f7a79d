import { back } from "../label/back.ts";
import type { LabelContent, Panel } from "../label/content.ts";
import { LAYOUTS, type LayoutName } from "../label/front/layouts.ts";
import type { Palette } from "../label/palette.ts";
import { lidPanel, side } from "../label/side.ts";
import { clipped, moveTo, n, rect } from "../label/svg.ts";
import type { Paint } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";

/** Which side of a package faces the camera. */
export type Facing = "front" | "back";

type SvgPaint = Extract<Paint, { kind: "svg" }>;

/** What can be printed on a package, in the sizes it asks for. */
export type Print = {
	palette: Palette;
	/** The front panel; `bleed` extends it on both sides. */
	facing: (panel: Panel) => SvgPaint;
	side: (width: number, height: number) => SvgPaint;
	lid: (width: number, depth: number) => SvgPaint;
	/** The colour of a cap, lid or bottle, when the package has one. */
	cap: string;
	/** Colour of the content seen through glass. */
	contents: string;
	content: LabelContent;
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
		palette: content.palette,
		facing: (panel) =>
			svgPaint(
				panel.width + 2 * panel.bleed,
				panel.height,
				`<g transform="translate(${n(panel.bleed)} 0)">${design(content, panel)}</g>`,
			),
		side: (width, height) => svgPaint(width, height, side(content, width, height)),
		lid: (width, depth) => svgPaint(width, depth, lidPanel(content, width, depth)),
		cap: look.cap ?? content.palette.deep,
		contents: look.contents ?? content.palette.ground,
		content,
	};
}

export function svgPaint(width: number, height: number, content: string): SvgPaint {
	return { kind: "svg", content, width, height };
}

/** The front panel between strips of plain colour, for seals of film and necks of metal. */
export function inset(print: Print, panel: Panel, top: number, bottom: number): SvgPaint {
	const inner = print.facing({ ...panel, height: panel.height - top - bottom });
	const strips =
		rect(0, 0, inner.width, top + 1, print.palette.ground) +
		rect(0, panel.height - bottom - 1, inner.width, bottom + 1, print.palette.deep);
	const shown = clipped(`M0 0H${n(inner.width)}V${n(inner.height)}H0z`, inner.content);
	return svgPaint(inner.width, panel.height, strips + moveTo(0, top, shown));
}
