import { brandMark, titleOnPaper } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { across, foot, nameBlock, standing } from "../parts.ts";
import { PATTERNS } from "../patterns.ts";
import { n, path, rect, text } from "../svg.ts";

/** Painted tiles all over, a paper plaque with notched corners in front. */
export function mosaic(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const tiles = PATTERNS.tiles(w / 6, palette.ground);
	const glaze = PATTERNS.lattice(w / 6, palette.accent);
	const [left, top, right, bottom] = [w * 0.1, h * 0.09, w * 0.9, h * 0.55];
	const name = nameBlock(
		content,
		{ x: w / 2, y: h * 0.305, width: w * 0.64, height: h * 0.15, maxSize: w * 0.105 },
		{ fill: titleOnPaper(palette) },
	);
	return [
		tiles.define,
		glaze.define,
		across(panel, 0, h, palette.paper),
		across(panel, 0, h, tiles.fill),
		across(panel, 0, h, glaze.fill, 0.35),
		path(
			plaque(left - w * 0.02, top - w * 0.02, right + w * 0.02, bottom + w * 0.02, w * 0.06),
			palette.deep,
		),
		path(plaque(left, top, right, bottom, w * 0.055), palette.paper),
		path(plaque(left + w * 0.02, top + w * 0.02, right - w * 0.02, bottom - w * 0.02, w * 0.05), "none", {
			stroke: palette.accent,
			strokeWidth: w * 0.008,
		}),
		brandMark(content, { centreX: w / 2, top: h * 0.125, width: w * 0.66, height: h * 0.14 }, "paper"),
		name.svg,
		text(content.tagline, w / 2, h * 0.315 + name.height + w * 0.05, {
			size: w * 0.04,
			italic: true,
			weight: 600,
			maxWidth: w * 0.66,
			fill: palette.ink,
		}),
		rect(-panel.bleed - 1, h * 0.74, w + 2 * panel.bleed + 2, h * 0.27, palette.deep),
		rect(-panel.bleed - 1, h * 0.74, w + 2 * panel.bleed + 2, h * 0.012, palette.accent),
		standing(content.food, w / 2, h * 0.905, w * 0.82, h * 0.37, 0.4),
		foot(content, panel, palette.paper),
	].join("");
}

function plaque(left: number, top: number, right: number, bottom: number, notch: number): string {
	const arc = (x: number, y: number) => `A${n(notch)} ${n(notch)} 0 0 0 ${n(x)} ${n(y)}`;
	return `M${n(left + notch)} ${n(top)}H${n(right - notch)}${arc(right, top + notch)}V${n(bottom - notch)}${arc(right - notch, bottom)}H${n(left + notch)}${arc(left, bottom - notch)}V${n(top + notch)}${arc(left + notch, top)}z`;
}
