import type { FoodPicture } from "../food/picture.ts";
import { contrastOf, shadeOf, star } from "./brand-mark.ts";
import type { LabelContent, Panel } from "./content.ts";
import { hechsherMark } from "./hechsher-mark.ts";
import { type Block, fittedLines } from "./lines.ts";
import { ellipse, image, linear, n, path, radial, rect, text } from "./svg.ts";

/** The whole width of the panel with its bleed. */
export function across(panel: Panel, y: number, height: number, fill: string, opacity = 1): string {
	const options = opacity < 1 ? { opacity } : {};
	return rect(-panel.bleed - 1, y, panel.width + 2 * panel.bleed + 2, height, fill, options);
}

/** A picture as large as fits, standing on the given line, with a soft shadow under it. */
export function standing(
	picture: FoodPicture,
	centreX: number,
	bottom: number,
	width: number,
	height: number,
	shadow = 0.32,
): string {
	const w = Math.min(width, height * picture.aspect);
	const h = w / picture.aspect;
	const dark = radial([0, "#000", shadow], [1, "#000", 0]);
	return (
		dark.define +
		ellipse(centreX, bottom - h * 0.03, w * 0.54, h * 0.07 + w * 0.02, dark.fill) +
		image(picture.uri, centreX - w / 2, bottom - h, w, h)
	);
}

/** Product name, and its Hebrew below when there is one, centred. */
export function nameBlock(
	content: LabelContent,
	{ x, y, ...room }: { x: number; y: number; width: number; height: number; maxSize: number },
	options: { fill: string; maxLines?: number; weight?: 600 | 700 | 800 },
): Block {
	const style = { fill: options.fill, weight: options.weight ?? 700, anchor: "middle" } as const;
	const height = room.height * (content.hebrewName ? 0.72 : 1);
	const name = fittedLines(content.name, x, y, { ...room, height, maxLines: options.maxLines ?? 3 }, style);
	if (!content.hebrewName) return name;
	const size = Math.min(name.size * 0.72, room.height * 0.26);
	const baseline = y + name.height + size * 1.12;
	const hebrew = text(content.hebrewName, x, baseline, {
		...style,
		size,
		weight: 600,
		maxWidth: room.width,
	});
	return { svg: name.svg + hebrew, height: name.height + size * 1.2, size: name.size };
}

/** Certification at the left and weight at the right of the panel's bottom edge. */
export function foot(content: LabelContent, panel: Panel, ink: string, rise = 0.032): string {
	const u = Math.min(panel.width, panel.height * 0.7);
	const size = u * 0.04;
	const y = panel.height - Math.max(panel.height * rise, size * 1.1);
	const mark = content.certifiedBy
		? hechsherMark(content.certifiedBy, u * 0.095, y - size * 0.5, u * 0.082, ink)
		: "";
	return (
		mark +
		text(content.netWeight, panel.width - u * 0.055, y, {
			size,
			weight: 600,
			anchor: "end",
			maxWidth: panel.width * 0.6,
			fill: ink,
		})
	);
}

/** Certification and weight on one centred line, for narrow labels. */
export function centredFoot(content: LabelContent, panel: Panel, ink: string, y: number): string {
	const u = Math.min(panel.width, panel.height * 0.7);
	const weight = text(content.netWeight, panel.width / 2, y, {
		size: u * 0.042,
		weight: 600,
		maxWidth: panel.width * 0.7,
		fill: ink,
	});
	if (!content.certifiedBy) return weight;
	return (
		weight + hechsherMark(content.certifiedBy, panel.width / 2 - u * 0.09, y - u * 0.098, u * 0.085, ink)
	);
}

/** A round seal with the first claim on up to two lines, over a star-shaped edge. */
export function seal(
	{ claims: [claim], palette }: LabelContent,
	x: number,
	y: number,
	radius: number,
): string {
	if (claim === undefined) return "";
	const face = linear(60, [0, palette.accent], [1, shadeOf(palette.accent, 0.86)]);
	const ink = contrastOf(palette.accent, palette);
	const words = fittedLines(
		claim.toUpperCase(),
		0,
		0,
		{ width: radius * 1.34, height: radius * 0.8, maxLines: 2, maxSize: radius * 0.42 },
		{ fill: ink, weight: 800 },
	);
	return (
		face.define +
		`<g transform="translate(${n(x)} ${n(y)}) rotate(-10)">` +
		ellipse(radius * 0.03, radius * 0.09, radius * 0.98, radius * 0.96, "#000", { opacity: 0.2 }) +
		star(0, 0, radius, face.fill, 22, 0.91) +
		ellipse(0, 0, radius * 0.8, radius * 0.8, "none", {
			stroke: ink,
			strokeWidth: radius * 0.025,
			opacity: 0.75,
		}) +
		`<g transform="translate(0 ${n(-words.height / 2)})">${words.svg}</g></g>`
	);
}

/** Wavy line across the panel from the left bleed to the right, as the top of a filled area that reaches `bottom`. */
export function wave(
	panel: Panel,
	y: number,
	swing: number,
	bottom: number,
	fill: string,
	flip = false,
): string {
	const [left, right] = [-panel.bleed - 1, panel.width + panel.bleed + 1];
	const s = flip ? -swing : swing;
	const w = panel.width;
	return path(
		`M${n(left)} ${n(y)}L0 ${n(y)}C${n(w * 0.25)} ${n(y - s)} ${n(w * 0.4)} ${n(y - s)} ${n(w / 2)} ${n(y)}S${n(w * 0.8)} ${n(y + s)} ${n(w)} ${n(y)}L${n(right)} ${n(y)}V${n(bottom)}H${n(left)}z`,
		fill,
	);
}
