import { brandMark, titleOnPaper } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { across, foot, nameBlock, standing } from "../parts.ts";
import { PATTERNS } from "../patterns.ts";
import { circle, linear, n, path, rect, text } from "../svg.ts";

/** Paper with ruled borders and corner ornaments, the food in a medallion: for traditional products. */
export function heritage(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const u = Math.min(w, h * 0.72);
	const paper = linear(90, [0, palette.paper], [1, palette.light]);
	const motif = PATTERNS.lattice(u * 0.16, palette.accent);
	const edge = u * 0.05;
	const radius = Math.min(w * 0.32, h * 0.21);
	const middle = h * 0.685;
	const name = nameBlock(
		content,
		{ x: w / 2, y: h * 0.275, width: w * 0.74, height: h * 0.15, maxSize: u * 0.11 },
		{ fill: titleOnPaper(palette) },
	);
	return [
		paper.define,
		motif.define,
		across(panel, 0, h, palette.deep),
		across(panel, 0, h, motif.fill, 0.3),
		rect(edge, edge, w - 2 * edge, h - 2 * edge, paper.fill, { radius: u * 0.02 }),
		rect(edge * 1.5, edge * 1.5, w - 3 * edge, h - 3 * edge, "none", {
			stroke: palette.ground,
			strokeWidth: u * 0.008,
		}),
		rect(edge * 1.8, edge * 1.8, w - 3.6 * edge, h - 3.6 * edge, "none", {
			stroke: palette.accent,
			strokeWidth: u * 0.004,
		}),
		corners(w, h, edge * 1.65, u * 0.06, palette.ground, palette.paper),
		brandMark(content, { centreX: w / 2, top: h * 0.085, width: w * 0.72, height: h * 0.15 }, "paper"),
		rule(w / 2, h * 0.255, w * 0.5, palette.accent),
		name.svg,
		circle(w / 2, middle, radius * 1.12, palette.accent),
		circle(w / 2, middle, radius * 1.07, palette.paper),
		circle(w / 2, middle, radius, palette.ground, { opacity: 0.16 }),
		standing(content.food, w / 2, middle + radius * 0.72, radius * 2, radius * 1.66),
		text(content.tagline, w / 2, h * 0.295 + name.height + u * 0.03, {
			size: u * 0.036,
			italic: true,
			weight: 600,
			maxWidth: w * 0.7,
			fill: palette.ink,
		}),
		inside(
			edge * 1.7,
			foot(content, { ...panel, width: w - edge * 3.4, height: h - edge * 1.9 }, palette.ink, 0.02),
		),
	].join("");
}

function inside(left: number, content: string): string {
	return `<g transform="translate(${n(left)} 0)">${content}</g>`;
}

function rule(x: number, y: number, width: number, fill: string): string {
	return (
		rect(x - width / 2, y, width, width * 0.008, fill) +
		path(
			`M${n(x - width * 0.05)} ${n(y + width * 0.004)}L${n(x)} ${n(y - width * 0.022)}L${n(x + width * 0.05)} ${n(y + width * 0.004)}L${n(x)} ${n(y + width * 0.03)}z`,
			fill,
		)
	);
}

function corners(w: number, h: number, inset: number, size: number, fill: string, paper: string): string {
	const ornament =
		circle(0, 0, size * 0.5, paper) +
		circle(0, 0, size * 0.42, fill) +
		circle(0, 0, size * 0.3, paper) +
		circle(0, 0, size * 0.16, fill);
	return [
		[inset, inset],
		[w - inset, inset],
		[inset, h - inset],
		[w - inset, h - inset],
	]
		.map(([x = 0, y = 0]) => `<g transform="translate(${n(x)} ${n(y)})">${ornament}</g>`)
		.join("");
}
