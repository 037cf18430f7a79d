import { brandMark } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { across, centredFoot, nameBlock, standing } from "../parts.ts";
import { PATTERNS } from "../patterns.ts";
import { linear, n, path, radial, rect, text } from "../svg.ts";

/** A dark background with fine gold lines and a glow behind the food. */
export function night(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const u = Math.min(w, h * 0.72);
	const ground = linear(90, [0, palette.ground], [0.5, palette.deep], [1, palette.deep]);
	const gilt = linear(20, [0, palette.accent], [0.45, "#fff2c8"], [0.6, palette.accent], [1, palette.accent]);
	const motif = PATTERNS.scales(u * 0.16, palette.accent);
	const glow = radial([0, palette.accent, 0.55], [0.5, palette.ground, 0.5], [1, palette.deep, 0]);
	const name = nameBlock(
		content,
		{ x: w / 2, y: h * 0.25, width: w * 0.76, height: h * 0.17, maxSize: u * 0.12 },
		{ fill: gilt.fill, weight: 600 },
	);
	const under = h * 0.25 + name.height;
	return [
		ground.define,
		gilt.define,
		motif.define,
		glow.define,
		across(panel, 0, h, ground.fill),
		across(panel, 0, h, motif.fill, 0.13),
		rect(u * 0.045, u * 0.045, w - u * 0.09, h - u * 0.09, "none", {
			stroke: gilt.fill,
			strokeWidth: u * 0.006,
		}),
		rect(u * 0.06, u * 0.06, w - u * 0.12, h - u * 0.12, "none", {
			stroke: gilt.fill,
			strokeWidth: u * 0.0025,
		}),
		brandMark(content, { centreX: w / 2, top: h * 0.075, width: w * 0.74, height: h * 0.13 }, "dark"),
		name.svg,
		path(`M${n(w * 0.3)} ${n(under + u * 0.045)}H${n(w * 0.7)}`, "none", {
			stroke: gilt.fill,
			strokeWidth: u * 0.004,
		}),
		text(content.tagline, w / 2, under + u * 0.095, {
			size: u * 0.038,
			weight: 400,
			tracking: u * 0.002,
			maxWidth: w * 0.74,
			fill: palette.paper,
		}),
		`<ellipse cx="${n(w / 2)}" cy="${n(h * 0.68)}" rx="${n(w * 0.5)}" ry="${n(h * 0.2)}" fill="${glow.fill}"/>`,
		standing(content.food, w / 2, h * 0.83, w * 0.74, h * 0.32, 0.5),
		centredFoot(content, panel, palette.paper, h - u * 0.1),
	].join("");
}
