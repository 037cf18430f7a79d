import { brandMark, titleOnPaper } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { across, foot, nameBlock, seal, standing } from "../parts.ts";
import { PATTERNS } from "../patterns.ts";
import { linear, n, path, text } from "../svg.ts";

/** A patterned background with a tall paper arch around the food. */
export function arch(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const ground = linear(90, [0, palette.ground], [1, palette.deep]);
	const motif = PATTERNS.sprigs(w * 0.17, palette.light);
	const spring = h * 0.42;
	const shape = (inset: number) =>
		`M${n(w * 0.07 + inset)} ${n(h + 2)}V${n(spring)}C${n(w * 0.07 + inset)} ${n(h * 0.2 + inset)} ${n(w * 0.3)} ${n(h * 0.17 + inset)} ${n(w / 2)} ${n(h * 0.17 + inset)}S${n(w * 0.93 - inset)} ${n(h * 0.2 + inset)} ${n(w * 0.93 - inset)} ${n(spring)}V${n(h + 2)}z`;
	const paper = linear(90, [0, palette.paper], [0.7, palette.paper], [1, palette.light]);
	const name = nameBlock(
		content,
		{ x: w / 2, y: h * 0.27, width: w * 0.64, height: h * 0.21, maxSize: w * 0.13 },
		{ fill: titleOnPaper(palette) },
	);
	return [
		ground.define,
		motif.define,
		paper.define,
		across(panel, 0, h, ground.fill),
		across(panel, 0, h, motif.fill, 0.28),
		path(shape(-w * 0.014), palette.accent),
		path(shape(0), paper.fill),
		path(shape(w * 0.018), "none", { stroke: palette.accent, strokeWidth: w * 0.005 }),
		brandMark(content, { centreX: w / 2, top: h * 0.035, width: w * 0.8, height: h * 0.13 }, "dark"),
		name.svg,
		text(content.tagline, w / 2, h * 0.28 + name.height + w * 0.05, {
			size: w * 0.042,
			weight: 600,
			italic: true,
			maxWidth: w * 0.68,
			fill: palette.ink,
		}),
		standing(content.food, w / 2, h * 0.9, w * 0.76, h * 0.36),
		foot(content, { ...panel, width: w * 0.9 }, palette.ink).replace(
			/^/,
			`<g transform="translate(${n(w * 0.05)} 0)">`,
		),
		"</g>",
		seal(content, w * 0.83, h * 0.53, w * 0.1),
	].join("");
}
