import { brandMark, contrastOf, onGround, titleOnPaper } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { hechsherMark } from "../hechsher-mark.ts";
import { across, nameBlock, standing } from "../parts.ts";
import { PATTERNS } from "../patterns.ts";
import { linear, n, path, rect, text } from "../svg.ts";

/** For labels wider than high: text at the left, the food at the right on a curved field. */
export function wide(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const ground = linear(20, [0, palette.ground], [1, palette.deep]);
	const ink = contrastOf(palette.ground, palette);
	const right = w + panel.bleed + 1;
	const name = nameBlock(
		content,
		w * 0.32,
		h * 0.43,
		{ width: w * 0.52, height: h * 0.33, maxSize: h * 0.19 },
		ink,
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
		brandMark(
			content.brand,
			content.brandStyle,
			{ centreX: w * 0.32, top: h * 0.08, width: w * 0.52, height: h * 0.28 },
			onGround(palette),
		),
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

/** For labels wider than high: a paper band across a pattern, the food on both sides of the text. */
export function belt(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const motif = PATTERNS.gingham(h * 0.16, palette.ground);
	const name = nameBlock(
		content,
		w / 2,
		h * 0.5,
		{ width: w * 0.5, height: h * 0.26, maxSize: h * 0.16 },
		titleOnPaper(palette),
		{ hebrewFill: titleOnPaper(palette) },
	);
	return [
		motif.define,
		across(panel, 0, h, palette.paper),
		across(panel, 0, h, motif.fill),
		across(panel, h * 0.1, h * 0.8, palette.paper),
		across(panel, h * 0.1, h * 0.022, palette.accent),
		across(panel, h * 0.878, h * 0.022, palette.accent),
		brandMark(
			content.brand,
			content.brandStyle,
			{ centreX: w / 2, top: h * 0.16, width: w * 0.56, height: h * 0.3 },
			{ palette, onDark: false },
		),
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
