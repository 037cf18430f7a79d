import { brandMark, contrastOf } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { across, foot, nameBlock, seal, standing } from "../parts.ts";
import { PATTERNS } from "../patterns.ts";
import { linear, n, path } from "../svg.ts";

/** Slanted bands and text: for snacks. */
export function slash(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const ground = linear(60, [0, palette.light], [0.4, palette.ground], [1, palette.deep]);
	const dots = PATTERNS.dots(w * 0.1, palette.paper);
	const [left, right] = [-panel.bleed - 1, w + panel.bleed + 1];
	const slope = (w + 2 * panel.bleed) * 0.16;
	const band = (y: number, thickness: number, fill: string) =>
		path(
			`M${n(left)} ${n(y + slope)}L${n(right)} ${n(y - slope)}V${n(y - slope + thickness)}L${n(left)} ${n(y + slope + thickness)}z`,
			fill,
		);
	const plate = palette.accent;
	const name = nameBlock(
		content,
		{ x: 0, y: 0, width: w * 0.8, height: h * 0.135, maxSize: w * 0.14 },
		{ fill: contrastOf(plate, palette), weight: 800, maxLines: 2 },
	);
	return [
		ground.define,
		dots.define,
		across(panel, 0, h, ground.fill),
		across(panel, 0, h * 0.5, dots.fill, 0.14),
		path(
			`M${n(left)} ${n(h * 0.6 + slope)}L${n(right)} ${n(h * 0.6 - slope)}V${n(h + 2)}H${n(left)}z`,
			palette.deep,
		),
		band(h * 0.27, h * 0.2, palette.paper),
		band(h * 0.28, h * 0.18, plate),
		brandMark(content, { centreX: w / 2, top: h * 0.06, width: w * 0.84, height: h * 0.15 }),
		`<g transform="translate(${n(w / 2)} ${n(h * 0.37)}) rotate(-9) translate(0 ${n(-name.height / 2)})">${name.svg}</g>`,
		standing(content.food, w / 2, h * 0.9, w * 0.96, h * 0.42, 0.5),
		foot(content, panel, palette.paper, 0.014),
		seal(content, w * 0.84, h * 0.52, w * 0.11),
	].join("");
}
