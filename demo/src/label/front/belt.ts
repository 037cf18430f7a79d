import { brandMark, contrastOf, titleOnPaper } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { hechsherMark } from "../hechsher-mark.ts";
import { across, nameBlock, standing } from "../parts.ts";
import { PATTERNS } from "../patterns.ts";
import { rect, text } from "../svg.ts";

/** For labels wider than high: a paper band across a pattern, the food on both sides of the text. */
export function belt(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const motif = PATTERNS.gingham(h * 0.16, palette.ground);
	const name = nameBlock(
		content,
		{ x: w / 2, y: h * 0.5, width: w * 0.5, height: h * 0.26, maxSize: h * 0.16 },
		{ fill: titleOnPaper(palette) },
	);
	return [
		motif.define,
		across(panel, 0, h, palette.paper),
		across(panel, 0, h, motif.fill),
		across(panel, h * 0.1, h * 0.8, palette.paper),
		across(panel, h * 0.1, h * 0.022, palette.accent),
		across(panel, h * 0.878, h * 0.022, palette.accent),
		brandMark(content, { centreX: w / 2, top: h * 0.16, width: w * 0.56, height: h * 0.3 }, "paper"),
		name.svg,
		standing(content.food, w * 0.12, h * 0.82, w * 0.28, h * 0.56),
		standing(content.garnish ?? content.food, w * 0.88, h * 0.82, w * 0.28, h * 0.56),
		rect(w * 0.36, h * 0.79, w * 0.28, h * 0.075, palette.ground, { radius: h * 0.037 }),
		text(content.netWeight, w / 2, h * 0.843, {
			size: h * 0.05,
			weight: 600,
			maxWidth: w * 0.25,
			fill: contrastOf(palette.ground, palette),
		}),
		content.certifiedBy ? hechsherMark(content.certifiedBy, w * 0.71, h * 0.828, h * 0.1, palette.ink) : "",
	].join("");
}
