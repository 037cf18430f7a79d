import { brandMark, contrastOf } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { fittedLines } from "../lines.ts";
import { across, foot, pill, standing } from "../parts.ts";
import { circle, linear, text } from "../svg.ts";

/** One strong colour, the name as large as it goes, the food cut off by the edge. */
export function bold(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const ink = contrastOf(palette.ground, palette);
	const ground = linear(70, [0, palette.ground], [1, palette.ground]);
	const name = fittedLines(
		content.name,
		w * 0.075,
		h * 0.2,
		{ width: w * 0.85, height: h * 0.27, maxLines: 3, maxSize: w * 0.2 },
		{ fill: ink, weight: 800, anchor: "start", leading: 0.98 },
	);
	const below = h * 0.2 + name.height;
	return [
		ground.define,
		across(panel, 0, h, ground.fill),
		circle(w * 0.62, h * 0.79, w * 0.56, palette.deep, { opacity: 0.55 }),
		circle(w * 0.62, h * 0.79, w * 0.46, palette.accent, { opacity: 0.92 }),
		brandMark(
			content.brand,
			content.brandStyle,
			{ centreX: w * 0.5, top: h * 0.045, width: w * 0.8, height: h * 0.11 },
			{ palette, onDark: ink === palette.paper },
		),
		name.svg,
		content.hebrewName
			? text(content.hebrewName, w * 0.925, below + w * 0.1, {
					size: w * 0.075,
					weight: 700,
					anchor: "end",
					maxWidth: w * 0.8,
					fill: palette.light,
				})
			: "",
		content.tagline
			? text(content.tagline, w * 0.075, below + w * (content.hebrewName ? 0.155 : 0.075), {
					size: w * 0.042,
					weight: 600,
					anchor: "start",
					maxWidth: w * 0.85,
					fill: ink,
				})
			: "",
		standing(content.food, w * 0.56, h * 0.91, w * 0.95, h * 0.4),
		...content.claims
			.slice(0, 2)
			.map((claim, i) => pill(claim, w * 0.2, h * (0.6 + i * 0.05), h * 0.038, palette.paper, palette.deep)),
		across(panel, h * 0.945, h * 0.06, palette.deep),
		foot(content, panel, palette.paper, 0.016),
	].join("");
}
