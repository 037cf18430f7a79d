import { brandMark } from "./brand-mark.ts";
import type { LabelContent } from "./content.ts";
import { contrastOf } from "./palette.ts";
import { dots } from "./patterns.ts";
import { linear, moveTo, rect, text } from "./svg.ts";

/** A narrow side: the brand rotated to read upward, the name beside it. */
export function side(content: LabelContent, width: number, height: number): string {
	const { palette } = content;
	const length = height * 0.62;
	const thick = Math.min(width * 0.5, length * 0.2);
	const name = {
		size: thick * 0.26,
		weight: 600,
		maxWidth: length,
		fill: contrastOf(palette.ground, palette),
	} as const;
	return [
		rect(0, 0, width, height, linear(90, [0, palette.ground], [1, palette.deep])),
		rect(0, 0, width, height, dots(width * 0.3, palette.light), { opacity: 0.12 }),
		rect(0, height * 0.06, width, height * 0.008, palette.accent),
		rect(0, height * 0.93, width, height * 0.008, palette.accent),
		moveTo(
			width * 0.5,
			height * 0.5,
			brandMark(content, { centreX: 0, top: -thick * 0.62, width: length, height: thick }) +
				text(content.name, 0, thick * 0.78, name),
			-90,
		),
	].join("");
}

/** The top of a box, with the seam of its flap. */
export function lidPanel({ palette, brand }: LabelContent, width: number, depth: number): string {
	const fill = contrastOf(palette.ground, palette);
	return [
		rect(0, 0, width, depth, palette.ground),
		rect(0, depth * 0.47, width, depth * 0.02, "#000", { opacity: 0.35 }),
		rect(0, depth * 0.49, width, depth * 0.015, "#fff", { opacity: 0.35 }),
		text(brand, width / 2, depth * 0.86, { size: depth * 0.26, weight: 800, maxWidth: width * 0.7, fill }),
	].join("");
}
