import { brandMark, contrastOf } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { across, foot, nameBlock, seal, standing } from "../parts.ts";
import { PATTERNS } from "../patterns.ts";
import { circle, linear, text } from "../svg.ts";

/** A plain background, the food inside a large pale disc, text above and below it. */
export function halo(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const ground = linear(120, [0, palette.light], [0.5, palette.ground], [1, palette.ground]);
	const motif = PATTERNS.stars(w * 0.2, palette.paper);
	const radius = Math.min(w * 0.42, h * 0.27);
	const middle = h * 0.48;
	const ink = contrastOf(palette.deep, palette);
	const name = nameBlock(
		content,
		{ x: w / 2, y: 0, width: w * 0.84, height: h * 0.118, maxSize: w * 0.11 },
		{ fill: ink, maxLines: 2 },
	);
	return [
		ground.define,
		motif.define,
		across(panel, 0, h, ground.fill),
		across(panel, 0, h, motif.fill, 0.3),
		across(panel, h * 0.74, h * 0.27, palette.deep),
		circle(w / 2, middle, radius * 1.08, palette.accent),
		circle(w / 2, middle, radius, palette.paper),
		circle(w / 2, middle, radius * 0.94, "none", { stroke: palette.light, strokeWidth: radius * 0.015 }),
		brandMark(content, { centreX: w / 2, top: h * 0.04, width: w * 0.82, height: h * 0.135 }),
		standing(content.food, w / 2, middle + radius * 0.76, radius * 1.84, radius * 1.62),
		`<g transform="translate(0 ${h * 0.775})">${name.svg}</g>`,
		content.tagline && !content.hebrewName
			? text(content.tagline, w / 2, h * 0.78 + name.height + w * 0.045, {
					size: w * 0.036,
					weight: 600,
					maxWidth: w * 0.8,
					fill: palette.light,
				})
			: "",
		foot(content, panel, ink, 0.02),
		seal(content, w * 0.83, h * 0.25, w * 0.095),
	].join("");
}
