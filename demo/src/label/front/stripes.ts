import { brandMark, titleOnPaper } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { across, foot, nameBlock, seal, standing } from "../parts.ts";
import { PATTERNS } from "../patterns.ts";
import { ellipse, linear } from "../svg.ts";

/** Vertical stripes as on an awning, an oval plate for the text. */
export function stripes(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const awning = PATTERNS.stripes(w / 6, palette.ground);
	const shade = linear(90, [0, "#000", 0.1], [0.2, "#000", 0], [0.75, "#000", 0], [1, "#000", 0.22]);
	const [rx, ry, y] = [w * 0.43, h * 0.235, h * 0.315];
	const name = nameBlock(
		content,
		{ x: w / 2, y: h * 0.295, width: w * 0.68, height: h * 0.15, maxSize: w * 0.11 },
		{ fill: titleOnPaper(palette) },
	);
	return [
		awning.define,
		shade.define,
		across(panel, 0, h, palette.paper),
		across(panel, 0, h, awning.fill),
		across(panel, 0, h, shade.fill),
		ellipse(w / 2, y + h * 0.008, rx, ry, "#000", { opacity: 0.2 }),
		ellipse(w / 2, y, rx, ry, palette.accent),
		ellipse(w / 2, y, rx * 0.97, ry * 0.965, palette.paper),
		ellipse(w / 2, y, rx * 0.92, ry * 0.9, "none", { stroke: palette.ground, strokeWidth: w * 0.006 }),
		brandMark(content, { centreX: w / 2, top: h * 0.145, width: w * 0.58, height: h * 0.12 }, "paper"),
		name.svg,
		standing(content.food, w / 2, h * 0.905, w * 0.86, h * 0.36, 0.45),
		across(panel, h * 0.93, h * 0.08, palette.deep),
		foot(content, panel, palette.paper, 0.022),
		seal(content, w * 0.85, h * 0.55, w * 0.095),
	].join("");
}
