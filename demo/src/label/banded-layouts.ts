import { arranged, type Layout, stretched } from "./arrangement.ts";
import { brandMark } from "./brand-mark.ts";
import { hechsherMark } from "./hechsher-mark.ts";
import { contrastOf, titleOnPaper } from "./palette.ts";
import { across, nameBlock, standing } from "./parts.ts";
import { dots, gingham, scales, stripes, wave } from "./patterns.ts";
import { circle, data, ellipse, linear, moveTo, path, radial, rect, text } from "./svg.ts";

/** A dark background with fine gold lines and a glow behind the food. */
export const night: Layout = (content, panel) => {
	const { palette } = content;
	const { width: w, height: h } = panel;
	const u = Math.min(w, h * 0.72);
	const gilt = linear(20, [0, palette.accent], [0.45, "#fff2c8"], [0.6, palette.accent]);
	const line = (inset: number, strokeWidth: number) =>
		rect(u * inset, u * inset, w - 2 * u * inset, h - 2 * u * inset, "none", { stroke: gilt, strokeWidth });
	const glow = radial([0, palette.accent, 0.55], [0.5, palette.ground, 0.5], [1, palette.deep, 0]);
	return arranged(content, panel, {
		backdrop: [
			across(panel, 0, h, linear(90, [0, palette.ground], [0.5, palette.deep])),
			across(panel, 0, h, scales(u * 0.16, palette.accent), 0.13),
			line(0.045, u * 0.006),
			line(0.06, u * 0.0025),
			rect(w * 0.3, h * 0.225, w * 0.4, u * 0.004, gilt),
			ellipse(w / 2, h * 0.68, w * 0.5, h * 0.2, glow),
		],
		brand: [0.075, 0.74, 0.13, "dark"],
		name: { room: [0.25, 0.76, 0.17, (u / w) * 0.12], fill: gilt, weight: 600 },
		tagline: { fill: palette.paper, size: (u / w) * 0.038, weight: 400 },
		food: [0.83, 0.74, 0.32, 0.5],
		foot: [palette.paper, { rise: (u * 0.1) / h, centred: true }],
	});
};

/** Sunbeams behind the food, the name on a band. */
export const rays: Layout = (content, panel) => {
	const { palette } = content;
	const { width: w, height: h } = panel;
	const beams = Array.from({ length: 18 }, (_, i) => {
		const at = (angle: number) => data`L${Math.cos(angle) * 99} ${Math.sin(angle) * 99}`;
		return `M0 0${at((i * Math.PI) / 9)}${at(((i + 0.5) * Math.PI) / 9)}z`;
	});
	const band = content.hebrewName ? 0.19 : 0.15;
	const glow = radial([0, "#fff", 0.75], [0.55, palette.light, 0.45], [1, palette.ground, 0]);
	return arranged(content, panel, {
		backdrop: [
			across(panel, 0, h, palette.ground),
			moveTo(w / 2, h * 0.68, path(beams.join(""), palette.light, { opacity: 0.42 }), 0, h / 50),
			circle(w / 2, h * 0.68, w * 0.62, glow),
			across(panel, h * 0.235, h * band, palette.accent),
			across(panel, h * (0.235 + band * 0.05), h * band * 0.02, palette.paper),
			across(panel, h * (0.235 + band * 0.93), h * band * 0.02, palette.paper),
			across(panel, h * 0.93, h * 0.08, palette.deep),
		],
		brand: [0.05, 0.86, 0.16],
		name: {
			room: [0.235 + band / 2, 0.84, band * 0.76, 0.13],
			centred: true,
			fill: contrastOf(palette.accent, palette),
			weight: 800,
			maxLines: 2,
		},
		food: [0.9, 0.88, 0.42],
		foot: [palette.paper],
		seal: [0.16, 0.51, 0.1],
	});
};

/** Slanted bands and text: for snacks. */
export const slash: Layout = (content, panel) => {
	const { palette } = content;
	const { width: w, height: h } = panel;
	/** From the bleed at the left to that at the right, climbing by a third of the width. */
	const band = (y: number, thickness: number, fill: string) =>
		moveTo(
			w / 2,
			h * y,
			path(data`M-100 32L100 -32V${thickness * 100 - 32}L-100 ${thickness * 100 + 32}z`, fill),
			0,
			w / 100,
			h / 100,
		);
	return arranged(content, panel, {
		backdrop: [
			across(panel, 0, h, linear(60, [0, palette.light], [0.4, palette.ground], [1, palette.deep])),
			across(panel, 0, h * 0.5, dots(w * 0.1, palette.paper), 0.14),
			moveTo(
				0,
				0,
				path(data`M${-w} ${h * 0.6 + w * 0.48}L${2 * w} ${h * 0.6 - w * 0.48}V${h * 2}H${-w}z`, palette.deep),
			),
			band(0.27, 0.2, palette.paper),
			band(0.28, 0.18, palette.accent),
		],
		brand: [0.06, 0.84, 0.15],
		name: {
			room: [0.37, 0.8, 0.135, 0.14],
			centred: true,
			turned: -9,
			fill: contrastOf(palette.accent, palette),
			weight: 800,
			maxLines: 2,
		},
		food: [0.9, 0.96, 0.42, 0.5],
		foot: [palette.paper, { rise: 0.014 }],
		seal: [0.84, 0.52, 0.11],
	});
};

/** Vertical stripes as on an awning, an oval plate for the text. */
export const awning: Layout = (content, panel) => {
	const { palette } = content;
	const { width: w, height: h } = panel;
	const shade = linear(90, [0, "#000", 0.1], [0.2, "#000", 0], [0.75, "#000", 0], [1, "#000", 0.22]);
	const plate = (across: number, along: number, fill: string, line = {}) =>
		ellipse(w / 2, h * 0.315, w * 0.43 * across, h * 0.235 * along, fill, line);
	return arranged(content, panel, {
		backdrop: [
			across(panel, 0, h, palette.paper),
			across(panel, 0, h, stripes(w / 6, palette.ground)),
			across(panel, 0, h, shade),
			moveTo(0, h * 0.008, plate(1, 1, "#000", { opacity: 0.2 })),
			plate(1, 1, palette.accent),
			plate(0.97, 0.965, palette.paper),
			plate(0.92, 0.9, "none", { stroke: palette.ground, strokeWidth: w * 0.006 }),
			across(panel, h * 0.93, h * 0.08, palette.deep),
		],
		brand: [0.145, 0.58, 0.12, "paper"],
		name: { room: [0.295, 0.68, 0.15, 0.11], fill: titleOnPaper(palette) },
		food: [0.905, 0.86, 0.36, 0.45],
		foot: [palette.paper],
		seal: [0.85, 0.55, 0.095],
	});
};

/** Paper above, two waves of colour below, the food on top of them. */
export const waves: Layout = (content, panel) => {
	const { palette } = content;
	return arranged(content, panel, {
		backdrop: [
			across(panel, 0, panel.height, linear(90, [0, palette.paper], [1, palette.light])),
			stretched(
				panel,
				wave(63, -5, palette.light),
				wave(67, 5.5, palette.accent),
				wave(69, 5.5, linear(90, [0, palette.ground], [1, palette.deep])),
			),
		],
		brand: [0.05, 0.8, 0.13, "paper"],
		name: { room: [0.22, 0.82, 0.2, 0.15], fill: titleOnPaper(palette), weight: 800 },
		tagline: { fill: palette.ink },
		food: [0.88, 0.84, 0.4],
		foot: [palette.paper, { rise: 0.032 }],
		seal: [0.84, 0.47, 0.1],
	});
};

/** For labels wider than high: a paper band across a pattern, the food on both sides of the text. */
export const belt: Layout = (content, panel) => {
	const { palette } = content;
	const { width: w, height: h } = panel;
	const room = { x: w / 2, y: h * 0.5, width: w * 0.5, height: h * 0.26, maxSize: h * 0.16, maxLines: 3 };
	const weight = {
		size: h * 0.05,
		weight: 600,
		maxWidth: w * 0.25,
		fill: contrastOf(palette.ground, palette),
	} as const;
	return [
		across(panel, 0, h, palette.paper),
		across(panel, 0, h, gingham(h * 0.16, palette.ground)),
		across(panel, h * 0.1, h * 0.8, palette.paper),
		across(panel, h * 0.1, h * 0.022, palette.accent),
		across(panel, h * 0.878, h * 0.022, palette.accent),
		brandMark(content, { centreX: w / 2, top: h * 0.16, width: w * 0.56, height: h * 0.3 }, "paper"),
		nameBlock(content, room, { fill: titleOnPaper(palette), weight: 700 }).svg,
		standing(content.food, w * 0.12, h * 0.82, w * 0.28, h * 0.56),
		standing(content.garnish ?? content.food, w * 0.88, h * 0.82, w * 0.28, h * 0.56),
		rect(w * 0.36, h * 0.79, w * 0.28, h * 0.075, palette.ground, { radius: h * 0.037 }),
		text(content.netWeight, w / 2, h * 0.843, weight),
		content.certifiedBy ? hechsherMark(content.certifiedBy, w * 0.71, h * 0.828, h * 0.1, palette.ink) : "",
	].join("");
};

/** For labels wider than high: text at the left, the food at the right on a curved field. */
export const wide: Layout = (content, panel) => {
	const { palette } = content;
	const { width: w, height: h } = panel;
	const ink = contrastOf(palette.ground, palette);
	const field = "M62 -1C50 35 72 60 58 101H199V-1z";
	const room = {
		x: w * 0.32,
		y: h * 0.43,
		width: w * 0.52,
		height: h * 0.33,
		maxSize: h * 0.19,
		maxLines: 3,
	};
	const weight = { size: h * 0.06, weight: 600, anchor: "end", maxWidth: w * 0.4, fill: ink } as const;
	return [
		across(panel, 0, h, linear(20, [0, palette.ground], [1, palette.deep])),
		stretched(panel, path(field, palette.accent), moveTo(3, 0, path(field, palette.paper))),
		brandMark(content, { centreX: w * 0.32, top: h * 0.08, width: w * 0.52, height: h * 0.28 }),
		nameBlock(content, room, { fill: ink, weight: 700 }).svg,
		standing(content.food, w * 0.82, h * 0.88, w * 0.4, h * 0.74),
		text(content.netWeight, w * 0.56, h * 0.93, weight),
		content.certifiedBy ? hechsherMark(content.certifiedBy, w * 0.8, h * 0.11, h * 0.11, palette.ink) : "",
	].join("");
};
