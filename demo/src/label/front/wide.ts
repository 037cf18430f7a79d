import { brandMark, contrastOf } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { hechsherMark } from "../hechsher-mark.ts";
import { across, nameBlock, standing } from "../parts.ts";
import { linear, n, path, text } from "../svg.ts";

/** For labels wider than high: text at the left, the food at the right on a curved field. */
export function wide(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const ground = linear(20, [0, palette.ground], [1, palette.deep]);
	const ink = contrastOf(palette.ground, palette);
	const right = w + panel.bleed + 1;
	const name = nameBlock(
		content,
		{ x: w * 0.32, y: h * 0.43, width: w * 0.52, height: h * 0.33, maxSize: h * 0.19 },
		{ fill: ink },
	);
	return [
		ground.define,
		across(panel, 0, h, ground.fill),
		path(
			`M${n(w * 0.62)} -1C${n(w * 0.5)} ${n(h * 0.35)} ${n(w * 0.72)} ${n(h * 0.6)} ${n(w * 0.58)} ${n(h + 1)}H${n(right)}V-1z`,
			palette.accent,
		),
		path(
			`M${n(w * 0.65)} -1C${n(w * 0.53)} ${n(h * 0.35)} ${n(w * 0.75)} ${n(h * 0.6)} ${n(w * 0.61)} ${n(h + 1)}H${n(right)}V-1z`,
			palette.paper,
		),
		brandMark(content, { centreX: w * 0.32, top: h * 0.08, width: w * 0.52, height: h * 0.28 }),
		name.svg,
		standing(content.food, w * 0.82, h * 0.88, w * 0.4, h * 0.74),
		text(content.netWeight, w * 0.56, h * 0.93, {
			size: h * 0.06,
			weight: 600,
			anchor: "end",
			maxWidth: w * 0.4,
			fill: ink,
		}),
		content.certifiedBy ? hechsherMark(content.certifiedBy, w * 0.8, h * 0.11, h * 0.11, palette.ink) : "",
	].join("");
}
