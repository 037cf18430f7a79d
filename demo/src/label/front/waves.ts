import { brandMark, titleOnPaper } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { across, foot, nameBlock, seal, standing, wave } from "../parts.ts";
import { linear, text } from "../svg.ts";

/** Paper above, two waves of colour below, the food on top of them. */
export function waves(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const sea = linear(90, [0, palette.ground], [1, palette.deep]);
	const sky = linear(90, [0, palette.paper], [1, palette.light]);
	const name = nameBlock(
		content,
		{ x: w / 2, y: h * 0.22, width: w * 0.82, height: h * 0.2, maxSize: w * 0.15 },
		{ fill: titleOnPaper(palette), weight: 800 },
	);
	return [
		sea.define,
		sky.define,
		across(panel, 0, h, sky.fill),
		wave(panel, h * 0.63, h * 0.05, h + 2, palette.light, true),
		wave(panel, h * 0.67, h * 0.055, h + 2, palette.accent),
		wave(panel, h * 0.69, h * 0.055, h + 2, sea.fill),
		brandMark(content, { centreX: w / 2, top: h * 0.05, width: w * 0.8, height: h * 0.13 }, "paper"),
		name.svg,
		text(content.tagline, w / 2, h * 0.23 + name.height + w * 0.045, {
			size: w * 0.042,
			weight: 600,
			maxWidth: w * 0.8,
			fill: palette.ink,
		}),
		standing(content.food, w / 2, h * 0.88, w * 0.84, h * 0.4),
		foot(content, panel, palette.paper),
		seal(content, w * 0.84, h * 0.47, w * 0.1),
	].join("");
}
