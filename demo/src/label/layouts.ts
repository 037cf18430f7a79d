import { seeded } from "../random.ts";
import { arranged, type Layout, stretched } from "./arrangement.ts";
import { awning, belt, night, rays, slash, waves, wide } from "./banded-layouts.ts";
import { brandMark } from "./brand-mark.ts";
import { fittedLines } from "./lines.ts";
import { contrastOf, titleOnPaper } from "./palette.ts";
import { across, foot, seal, standing } from "./parts.ts";
import { lattice, sprigs, stars, tiles, wave } from "./patterns.ts";
import { circle, data, ellipse, type Fill, linear, moveTo, path, radial, rect, text } from "./svg.ts";

/** A patterned background with a tall paper arch around the food. */
const arch: Layout = (content, panel) => {
	const { palette } = content;
	const { width: w, height: h } = panel;
	const outline = "M0 102V27C0 5 27 0 50 0S100 5 100 27V102z";
	const frame = (inset: number, fill: Fill, line = {}) =>
		moveTo(7 + inset, 17 + inset * (w / h), path(outline, fill, line), 0, 0.86 - inset / 50, 1);
	return arranged(content, panel, {
		backdrop: [
			across(panel, 0, h, linear(90, [0, palette.ground], [1, palette.deep])),
			across(panel, 0, h, sprigs(w * 0.17, palette.light), 0.28),
			stretched(
				panel,
				frame(-1.4, palette.accent),
				frame(0, linear(90, [0, palette.paper], [0.7, palette.paper], [1, palette.light])),
				frame(1.8, "none", { stroke: palette.accent, strokeWidth: 0.5 }),
			),
		],
		brand: [0.035, 0.8, 0.13, "dark"],
		name: { room: [0.27, 0.64, 0.21, 0.13], fill: titleOnPaper(palette) },
		tagline: { fill: palette.ink, italic: true },
		food: [0.9, 0.76, 0.36],
		foot: [palette.ink, { inset: w * 0.06, rise: 0.032 }],
		seal: [0.83, 0.53, 0.1],
	});
};

/** One strong colour, the name as large as it fits, the food on a disc that the edge cuts off. */
const bold: Layout = (content, panel) => {
	const { palette, name, hebrewName, tagline } = content;
	const { width: w, height: h } = panel;
	const squat = h < w * 1.15;
	const share = squat ? 0.46 : 0.85;
	const left = w * 0.075;
	const style = { fill: contrastOf(palette.ground, palette), anchor: "start" } as const;
	const title = fittedLines(
		name,
		left,
		h * 0.195,
		{ width: w * share, height: h * 0.26, maxLines: 3, maxSize: w * 0.19 },
		{ ...style, weight: 800, leading: 0.98 },
	);
	const hebrewLine = h * 0.195 + title.height + w * (hebrewName ? 0.1 : 0.03);
	const bottom = hebrewLine + (tagline && !squat ? w * 0.09 : w * 0.03);
	const room = squat ? h * 0.66 : h * 0.915 - bottom;
	const middleX = w * (squat ? 0.72 : 0.58);
	const reach = squat ? h * 0.4 : Math.max(room * 0.62, w * 0.42);
	return [
		across(panel, 0, h, palette.ground),
		circle(middleX, h * 0.92 - room * 0.44, reach * 1.1, palette.deep, { opacity: 0.5 }),
		circle(middleX, h * 0.92 - room * 0.44, reach * 0.96, palette.accent),
		brandMark(content, { centreX: w * 0.5, top: h * 0.045, width: w * 0.8, height: h * 0.12 }),
		standing(content.food, middleX, h * (squat ? 0.88 : 0.915), w * (squat ? 0.5 : 0.92), room * 0.94),
		title.svg,
		text(hebrewName, left + w * share, hebrewLine, {
			...style,
			size: w * 0.075,
			weight: 700,
			anchor: "end",
			maxWidth: w * share,
		}),
		squat
			? ""
			: text(tagline, left, hebrewLine + w * 0.06, {
					...style,
					size: w * 0.042,
					weight: 600,
					maxWidth: w * 0.7,
				}),
		squat ? "" : seal(content, w * 0.86, bottom + w * 0.02, w * 0.09),
		across(panel, h * 0.94, h * 0.07, palette.deep),
		foot(content, panel, palette.paper, { rise: 0.016 }),
	].join("");
};

/** A plain background, the food inside a large pale disc, text above and below it. */
const halo: Layout = (content, panel) => {
	const { palette } = content;
	const { width: w, height: h } = panel;
	const radius = Math.min(w * 0.42, h * 0.27);
	const ink = contrastOf(palette.deep, palette);
	const disc = (share: number, fill: string, line = {}) =>
		circle(w / 2, h * 0.48, radius * share, fill, line);
	return arranged(content, panel, {
		backdrop: [
			across(panel, 0, h, linear(120, [0, palette.light], [0.5, palette.ground])),
			across(panel, 0, h, stars(w * 0.2, palette.paper), 0.3),
			across(panel, h * 0.74, h * 0.27, palette.deep),
			disc(1.08, palette.accent),
			disc(1, palette.paper),
			disc(0.94, "none", { stroke: palette.light, strokeWidth: radius * 0.015 }),
		],
		brand: [0.04, 0.82, 0.135],
		name: { room: [0.775, 0.84, 0.118, 0.11], fill: ink, maxLines: 2 },
		...(content.hebrewName ? {} : { tagline: { fill: palette.light, size: 0.036 } }),
		food: [0.48 + (radius * 0.76) / h, (radius * 1.84) / w, (radius * 1.62) / h],
		foot: [ink],
		seal: [0.83, 0.25, 0.095],
	});
};

/** Paper with ruled borders and corner ornaments, the food in a medallion: for traditional products. */
const heritage: Layout = (content, panel) => {
	const { palette } = content;
	const { width: w, height: h } = panel;
	const u = Math.min(w, h * 0.72);
	const radius = Math.min(w * 0.32, h * 0.21);
	const frame = (inset: number, fill: Fill, line = {}) =>
		rect(u * inset, u * inset, w - 2 * u * inset, h - 2 * u * inset, fill, line);
	const medallion = (share: number, fill: string, opacity = 1) =>
		circle(w / 2, h * 0.685, radius * share, fill, { opacity });
	const ornament = [palette.paper, palette.ground, palette.paper, palette.ground].map((fill, i) =>
		circle(0, 0, u * (0.03 - i * 0.007), fill),
	);
	const corners = [u * 0.082, w - u * 0.082].flatMap((x) =>
		[u * 0.082, h - u * 0.082].map((y) => moveTo(x, y, ornament.join(""))),
	);
	const rule =
		rect(-25, 0, 50, 0.4, palette.accent) + path("M-2.5 0.2L0 -1.1L2.5 0.2L0 1.5z", palette.accent);
	return arranged(content, panel, {
		backdrop: [
			across(panel, 0, h, palette.deep),
			across(panel, 0, h, lattice(u * 0.16, palette.accent), 0.3),
			frame(0.05, linear(90, [0, palette.paper], [1, palette.light]), { radius: u * 0.02 }),
			frame(0.075, "none", { stroke: palette.ground, strokeWidth: u * 0.008 }),
			frame(0.09, "none", { stroke: palette.accent, strokeWidth: u * 0.004 }),
			...corners,
			moveTo(w / 2, h * 0.255, rule, 0, w / 100),
			medallion(1.12, palette.accent),
			medallion(1.07, palette.paper),
			medallion(1, palette.ground, 0.16),
		],
		brand: [0.085, 0.72, 0.15, "paper"],
		name: { room: [0.275, 0.74, 0.15, (u / w) * 0.11], fill: titleOnPaper(palette) },
		tagline: { fill: palette.ink, italic: true, size: (u / w) * 0.036 },
		food: [0.685 + (radius * 0.72) / h, (radius * 2) / w, (radius * 1.66) / h],
		foot: [palette.ink, { inset: u * 0.085, rise: 0.02 + (u * 0.095) / h }],
	});
};

/** Morning over rolling fields: for farm products. */
const meadow: Layout = (content, panel) => {
	const { palette } = content;
	const { width: w, height: h } = panel;
	const random = seeded(content.seed);
	const cloud = [-1.1, 0, 1.1].map((dx) =>
		ellipse(dx, Math.abs(dx) * 0.2, 1.2 - Math.abs(dx) * 0.3, 0.7 - Math.abs(dx) * 0.15, "#fff", {
			opacity: 0.75,
		}),
	);
	const clouds = [0, 0.25, 0.5, 0.75, 1].map((x) =>
		moveTo(
			w * (x + random() * 0.1 - 0.05),
			h * (0.5 + random() * 0.08),
			cloud.join(""),
			0,
			w * (0.03 + random() * 0.03),
		),
	);
	const furrows = Array.from(
		{ length: 9 },
		(_, i) => data`M${50 + (i - 4) * 3} 63.5Q${50 + (i - 4) * 9} 68 ${50 + (i - 4) * 20} 76`,
	);
	return arranged(content, panel, {
		backdrop: [
			across(panel, 0, h, linear(90, [0, palette.ground], [0.55, palette.light], [1, palette.paper])),
			circle(w * 0.5, h * 0.6, w * 0.55, radial([0, "#fffbe6"], [0.45, "#fff1b8", 0.7], [1, "#fff1b8", 0])),
			...clouds,
			stretched(
				panel,
				wave(63, -3.5, "#b9cf7a"),
				path(furrows.join(""), "none", { stroke: "#8fae52", strokeWidth: 0.6, opacity: 0.7 }),
				wave(69, 4.5, "#93bb58"),
				wave(76, -3, linear(90, [0, "#7fae4a"], [1, "#3f7a34"])),
				path("M-99 -1H199V36H100Q50 49 0 36H-99z", palette.deep, { opacity: 0.82 }),
			),
		],
		brand: [0.045, 0.8, 0.135, "dark"],
		name: { room: [0.215, 0.84, 0.19, 0.14], fill: palette.paper, weight: 800 },
		tagline: { fill: palette.deep, size: 0.04, weight: 700, top: 0.515 },
		food: [0.895, 0.8, 0.36, 0.4],
		foot: ["#fff", { rise: 0.032 }],
		seal: [0.85, 0.56, 0.095],
	});
};

/** Painted tiles all over, a paper plaque with notched corners in front. */
const mosaic: Layout = (content, panel) => {
	const { palette } = content;
	const { width: w, height: h } = panel;
	const plaque = (inset: number, notch: number) => {
		const [left, top, right, bottom] = [
			w * (0.1 + inset),
			h * 0.09 + w * inset,
			w * (0.9 - inset),
			h * 0.55 - w * inset,
		];
		const r = w * notch;
		return data`M${left + r} ${top}H${right - r}A${r} ${r} 0 0 0 ${right} ${top + r}V${bottom - r}A${r} ${r} 0 0 0 ${right - r} ${bottom}H${left + r}A${r} ${r} 0 0 0 ${left} ${bottom - r}V${top + r}A${r} ${r} 0 0 0 ${left + r} ${top}z`;
	};
	return arranged(content, panel, {
		backdrop: [
			across(panel, 0, h, palette.paper),
			across(panel, 0, h, tiles(w / 6, palette.ground)),
			across(panel, 0, h, lattice(w / 6, palette.accent), 0.35),
			path(plaque(-0.02, 0.06), palette.deep),
			path(plaque(0, 0.055), palette.paper),
			path(plaque(0.02, 0.05), "none", { stroke: palette.accent, strokeWidth: w * 0.008 }),
			across(panel, h * 0.74, h * 0.27, palette.deep),
			across(panel, h * 0.74, h * 0.012, palette.accent),
		],
		brand: [0.125, 0.66, 0.14, "paper"],
		name: { room: [0.305, 0.64, 0.15, 0.105], fill: titleOnPaper(palette) },
		tagline: { fill: palette.ink, size: 0.04, italic: true },
		food: [0.905, 0.82, 0.37, 0.4],
		foot: [palette.paper, { rise: 0.032 }],
	});
};

/** Every layout of a front, by name. */
export const LAYOUTS = {
	arch,
	belt,
	bold,
	halo,
	heritage,
	meadow,
	mosaic,
	night,
	rays,
	slash,
	stripes: awning,
	waves,
	wide,
} as const satisfies Record<string, Layout>;

export type LayoutName = keyof typeof LAYOUTS;
