import type { FoodPicture } from "../food/picture.ts";
import { star } from "./brand-mark.ts";
import type { LabelContent, Panel } from "./content.ts";
import { hechsherMark } from "./hechsher-mark.ts";
import { type Block, fittedLines } from "./lines.ts";
import { contrastOf } from "./palette.ts";
import { circle, ellipse, type Fill, image, moveTo, radial, rect, text } from "./svg.ts";

/** The whole width of the panel with its bleed. */
export function across({ width, bleed }: Panel, y: number, height: number, fill: Fill, opacity = 1): string {
	return rect(-bleed - 1, y, width + 2 * bleed + 2, height, fill, { opacity });
}

/** A picture as large as fits, standing on the given line, with a soft shadow under it. */
export function standing(
	picture: FoodPicture,
	centreX: number,
	bottom: number,
	width: number,
	height: number,
	shadow = 0.36,
): string {
	const w = Math.min(width, height * picture.aspect);
	const h = w / picture.aspect;
	const dark = radial([0, "#000", shadow], [1, "#000", 0]);
	return (
		ellipse(centreX, bottom - h * 0.03, w * 0.54, h * 0.07 + w * 0.02, dark) +
		image(picture.uri, centreX - w / 2, bottom - h, w, h)
	);
}

/** Product name, and its Hebrew below when there is one, centred. */
export function nameBlock(
	{ name, hebrewName }: LabelContent,
	{
		x,
		y,
		...room
	}: { x: number; y: number; width: number; height: number; maxSize: number; maxLines: number },
	style: { fill: Fill; weight: 600 | 700 | 800 },
): Block {
	const height = room.height * (hebrewName ? 0.72 : 1);
	const block = fittedLines(name, x, y, { ...room, height }, style);
	if (!hebrewName) return block;
	const size = Math.min(block.size * 0.72, room.height * 0.26);
	const hebrew = { fill: style.fill, size, weight: 600, maxWidth: room.width } as const;
	return {
		svg: block.svg + text(hebrewName, x, y + block.height + size * 1.12, hebrew),
		height: block.height + size * 1.2,
		size: block.size,
	};
}

/** Certification and weight at the panel's bottom edge: in its corners, or above one another on narrow labels. */
export function foot(
	{ certifiedBy, netWeight }: LabelContent,
	{ width, height }: Panel,
	ink: string,
	{ rise = 0.022, inset = 0, centred = false },
): string {
	const u = Math.min(width, height * 0.7);
	const y = height - Math.max(height * rise, u * 0.044);
	const style = { size: u * 0.04, weight: 600, maxWidth: width * 0.6, fill: ink } as const;
	const weight = centred
		? text(netWeight, width / 2, y, style)
		: text(netWeight, width - inset - u * 0.055, y, { ...style, anchor: "end" });
	if (!certifiedBy) return weight;
	const [x, lift] = centred ? [width / 2 - u * 0.09, 0.098] : [inset + u * 0.095, 0.02];
	return weight + hechsherMark(certifiedBy, x, y - u * lift, u * 0.083, ink);
}

/** A round seal with the first claim on up to two lines, over a star-shaped edge. */
export function seal(
	{ claims: [claim], palette }: LabelContent,
	x: number,
	y: number,
	radius: number,
): string {
	if (claim === undefined) return "";
	const ink = contrastOf(palette.accent, palette);
	const room = { width: radius * 1.34, height: radius * 0.8, maxLines: 2, maxSize: radius * 0.42 };
	const words = fittedLines(claim.toUpperCase(), 0, 0, room, { fill: ink, weight: 800 });
	return moveTo(
		x,
		y,
		circle(radius * 0.03, radius * 0.09, radius * 0.97, "#000", { opacity: 0.2 }) +
			star(0, 0, radius, palette.accent, 22, 0.91) +
			circle(0, 0, radius * 0.8, "none", { stroke: ink, strokeWidth: radius * 0.025, opacity: 0.75 }) +
			moveTo(0, -words.height / 2, words.svg),
		-10,
	);
}
