import { seeded } from "../../random.ts";
import { brandMark } from "../brand-mark.ts";
import type { LabelContent, Panel } from "../content.ts";
import { across, foot, nameBlock, seal, standing, wave } from "../parts.ts";
import { circle, ellipse, linear, n, path, radial, text } from "../svg.ts";

/** Morning over rolling fields: for farm products. */
export function meadow(content: LabelContent, panel: Panel): string {
	const { width: w, height: h } = panel;
	const { palette } = content;
	const sky = linear(90, [0, palette.ground], [0.55, palette.light], [1, palette.paper]);
	const sun = radial([0, "#fffbe6", 1], [0.45, "#fff1b8", 0.7], [1, "#fff1b8", 0]);
	const near = linear(90, [0, "#7fae4a"], [1, "#3f7a34"]);
	const name = nameBlock(
		content,
		{ x: w / 2, y: h * 0.215, width: w * 0.84, height: h * 0.19, maxSize: w * 0.14 },
		{ fill: palette.paper, weight: 800 },
	);
	return [
		sky.define,
		sun.define,
		near.define,
		across(panel, 0, h, sky.fill),
		circle(w * 0.5, h * 0.6, w * 0.55, sun.fill),
		clouds(panel, content.seed),
		wave(panel, h * 0.63, h * 0.035, h + 2, "#b9cf7a", true),
		furrows(w, h),
		wave(panel, h * 0.69, h * 0.045, h + 2, "#93bb58"),
		wave(panel, h * 0.76, h * 0.03, h + 2, near.fill, true),
		across(panel, 0, h * 0.005, palette.deep),
		`<g>${path(`M${n(-panel.bleed - 1)} -1H${n(w + panel.bleed + 1)}V${n(h * 0.36)}Q${n(w / 2)} ${n(h * 0.49)} ${n(-panel.bleed - 1)} ${n(h * 0.36)}z`, palette.deep, { opacity: 0.82 })}</g>`,
		brandMark(content, { centreX: w / 2, top: h * 0.045, width: w * 0.8, height: h * 0.135 }, "dark"),
		name.svg,
		text(content.tagline, w / 2, h * 0.515, {
			size: w * 0.04,
			weight: 700,
			maxWidth: w * 0.8,
			fill: palette.deep,
		}),
		standing(content.food, w / 2, h * 0.895, w * 0.8, h * 0.36, 0.4),
		foot(content, panel, "#fff"),
		seal(content, w * 0.85, h * 0.56, w * 0.095),
	].join("");
}

function clouds(panel: Panel, seed: number): string {
	const random = seeded(seed);
	return Array.from({ length: 5 }, (_, i) => {
		const [x, y, r] = [
			panel.width * (i / 4 + random() * 0.1 - 0.05),
			panel.height * (0.5 + random() * 0.08),
			panel.width * (0.03 + random() * 0.03),
		];
		return [
			[0, 0, 1],
			[1.1, 0.2, 0.8],
			[-1.1, 0.25, 0.75],
		]
			.map(([dx = 0, dy = 0, scale = 1]) =>
				ellipse(x + dx * r, y + dy * r, r * scale * 1.2, r * scale * 0.7, "#fff", { opacity: 0.75 }),
			)
			.join("");
	}).join("");
}

function furrows(w: number, h: number): string {
	const lines = Array.from(
		{ length: 9 },
		(_, i) =>
			`M${n(w * (0.5 + (i - 4) * 0.03))} ${n(h * 0.635)}Q${n(w * (0.5 + (i - 4) * 0.09))} ${n(h * 0.68)} ${n(w * (0.5 + (i - 4) * 0.2))} ${n(h * 0.76)}`,
	);
	return path(lines.join(""), "none", { stroke: "#8fae52", strokeWidth: w * 0.006, opacity: 0.7 });
}
