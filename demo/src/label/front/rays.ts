import { brandMark, contrastOf } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { across, foot, nameBlock, seal, standing } from "../parts.ts";
import { n, path, radial, rect } from "../svg.ts";

/** Sunbeams behind the food, the name on a band. */
export function rays(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const middle = h * 0.68;
	const reach = Math.hypot(w + panel.bleed, h) * 1.1;
	const beams = Array.from({ length: 18 }, (_, i) => {
		const at = (share: number) => {
			const angle = ((i + share) / 18) * 2 * Math.PI;
			return `${n(w / 2 + Math.cos(angle) * reach)} ${n(middle + Math.sin(angle) * reach)}`;
		};
		return `M${n(w / 2)} ${n(middle)}L${at(0)}L${at(0.5)}z`;
	});
	const glow = radial([0, "#fff", 0.75], [0.55, palette.light, 0.45], [1, palette.ground, 0]);
	const band = h * 0.235;
	const bandHeight = h * (content.hebrewName ? 0.19 : 0.15);
	const name = nameBlock(
		content,
		{ x: w / 2, y: 0, width: w * 0.84, height: bandHeight * 0.76, maxSize: w * 0.13 },
		{ fill: contrastOf(palette.accent, palette), weight: 800, maxLines: 2 },
	);
	return [
		glow.define,
		across(panel, 0, h, palette.ground),
		path(beams.join(""), palette.light, { opacity: 0.42 }),
		`<ellipse cx="${n(w / 2)}" cy="${n(middle)}" rx="${n(w * 0.62)}" ry="${n(w * 0.62)}" fill="${glow.fill}"/>`,
		brandMark(content, { centreX: w / 2, top: h * 0.05, width: w * 0.86, height: h * 0.16 }),
		across(panel, band, bandHeight, palette.accent),
		across(panel, band + bandHeight * 0.05, bandHeight * 0.02, palette.paper),
		across(panel, band + bandHeight * 0.93, bandHeight * 0.02, palette.paper),
		`<g transform="translate(0 ${n(band + (bandHeight - name.height) / 2)})">${name.svg}</g>`,
		standing(content.food, w / 2, h * 0.9, w * 0.88, h * 0.42),
		rect(-panel.bleed - 1, h * 0.93, w + 2 * panel.bleed + 2, h * 0.08, palette.deep),
		foot(content, panel, palette.paper, 0.022),
		seal(content, w * 0.16, h * 0.51, w * 0.1),
	].join("");
}
