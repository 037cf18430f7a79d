import { contrastOf, type Palette, shadeOf, titleOnPaper } from "./palette.ts";
import {
	bent,
	circle,
	data,
	ellipse,
	linear,
	moveTo,
	outlined,
	path,
	rect,
	type TextStyle,
	text,
	widthOf,
} from "./svg.ts";

export type MarkRoom = { centreX: number; top: number; width: number; height: number };

/** What a mark is drawn with: its colours, and its room centred on x = 0 with its top at y = 0. */
type Mark = {
	brand: string;
	width: number;
	height: number;
	palette: Palette;
	/** Whether the background is dark, and the colours that read on it and on a badge over it. */
	onDark: boolean;
	ink: string;
	face: string;
};

/** A brand's name with its badge, centred in the available space: on paper, on something dark, or on the palette's background. */
export function brandMark(
	{ brand, brandStyle, palette }: { brand: string; brandStyle: BrandStyle; palette: Palette },
	{ centreX, top, width, height }: MarkRoom,
	ground: "paper" | "dark" | "palette" = "palette",
): string {
	const onDark =
		ground === "dark" || (ground === "palette" && contrastOf(palette.ground, palette) === palette.paper);
	const dark = ground === "palette" && !onDark ? palette.ink : titleOnPaper(palette);
	const [ink, face] = onDark ? [palette.paper, dark] : [dark, palette.paper];
	return moveTo(centreX, top, MARKS[brandStyle]({ brand, width, height, palette, onDark, ink, face }));
}

const MARKS = {
	plain: ({ brand, width, height, ink }) =>
		text(brand, 0, height * 0.8, { ...heavy(height * 0.95, width), fill: ink }),

	spaced: ({ brand, width, height, palette, ink }) => {
		const size = height * 0.52;
		const style = { size, weight: 600, tracking: size * 0.32, maxWidth: width * 0.92 } as const;
		const line = Math.min(width, widthOf(brand.toUpperCase(), style) * 0.7);
		const diamond = path("M-1.6 0L0 -1L1.6 0L0 1z", palette.accent);
		return (
			text(brand.toUpperCase(), size * 0.1, height * 0.62, { ...style, fill: ink }) +
			rect(-line / 2, height * 0.8, line, height * 0.035, palette.accent) +
			moveTo(0, height * 0.818, diamond, 0, height * 0.07)
		);
	},

	/** Letters on a circle's upper arc, which drops by about a fifth of half its width. */
	arched: ({ brand, width, height, palette, ink, onDark }) => {
		const natural = heavy(height * 0.74, width * 0.94);
		const half = Math.min(width * 0.94, widthOf(brand, natural)) / 2;
		const scale = Math.min(1, height / (half * 0.21 + natural.size * 0.86));
		const style = heavy(natural.size * scale, width * 0.94);
		const radius = half * scale * 2.3;
		const letters = bent(outlined(brand, 0, 0, style), (x, y) => [
			(radius - y) * Math.sin(x / radius),
			style.size * 0.84 + radius - (radius - y) * Math.cos(x / radius),
		]);
		const shadow = onDark ? palette.deep : palette.light;
		return (
			moveTo(0, height * 0.03, path(letters, shadow, { stroke: shadow, strokeWidth: height * 0.05 })) +
			path(letters, ink)
		);
	},

	oval: ({ brand, width, height, palette, ink, face }) => {
		const [rx, ry] = [Math.min(width / 2, height * 1.35), height / 2];
		return (
			ellipse(0, ry * 1.05, rx, ry, "#000", { opacity: 0.18 }) +
			ellipse(0, ry, rx, ry, badge(ink)) +
			ellipse(0, ry, rx * 0.94, ry * 0.88, "none", { stroke: palette.accent, strokeWidth: ry * 0.06 }) +
			text(brand, 0, ry * 1.26, { ...heavy(ry * 0.82, rx * 1.62), fill: face })
		);
	},

	ribbon: ({ brand, width, height, palette }) => {
		const [half, y, h] = [width * 0.4, height * 0.1, height * 0.7];
		const tail = path(
			data`M0 0H${half * 0.34}l${-half * 0.1} ${h / 2}l${half * 0.1} ${h / 2}H0z`,
			palette.deep,
		);
		const line = (share: number) => rect(-half, y + h * share, half * 2, h * 0.03, "#fff", { opacity: 0.6 });
		return (
			moveTo(half * 0.89, y + h * 0.24, tail) +
			moveTo(-half * 0.89, y + h * 0.24, tail, 0, -1, 1) +
			rect(-half, y, half * 2, h, badge(palette.accent), { radius: h * 0.06 }) +
			line(0.08) +
			line(0.89) +
			text(brand, 0, y + h * 0.7, {
				...heavy(h * 0.62, half * 1.8),
				fill: contrastOf(palette.accent, palette),
			})
		);
	},

	/** Slanted letters over a brush stroke. */
	swash: ({ brand, width, height, palette, ink }) => {
		const style = { ...heavy(height * 0.74, width * 0.92), italic: true };
		const half = Math.min(width * 0.92, widthOf(brand, style)) / 2;
		const stroke = path("M-100 20Q0 6 104 10Q20 17 -40 30Q-90 34 -100 20z", palette.accent);
		return (
			moveTo(0, height * 0.64, stroke, 0, half / 100, height / 100) +
			moveTo(0, height * 0.64, text(brand, 0, 0, { ...style, fill: ink }), -4)
		);
	},

	shield: ({ brand, width, height, palette, ink, face }) => {
		const half = Math.min(width / 2, height * 1.1);
		const outline = "M-100 0Q0 14 100 0V62Q70 90 0 100Q-70 90 -100 62z";
		return (
			moveTo(0, 0, path(outline, palette.accent), 0, half / 100, height / 100) +
			moveTo(0, height * 0.045, path(outline, badge(ink)), 0, half / 104, height / 109) +
			text(brand, 0, height * 0.56, { ...heavy(height * 0.36, half * 1.7), fill: face }) +
			star(0, height * 0.76, height * 0.075, palette.accent)
		);
	},

	tab: ({ brand, width, height, palette, ink, face }) => {
		const style = heavy(height * 0.5, width * 0.78);
		const half = Math.min(width / 2, widthOf(brand, style) / 2 + height * 0.32);
		const line = { radius: height * 0.37, stroke: palette.accent, strokeWidth: height * 0.025 };
		return (
			rect(-half, height * 0.08, half * 2, height * 0.84, ink, { radius: height * 0.42 }) +
			rect(height * 0.05 - half, height * 0.13, half * 2 - height * 0.1, height * 0.74, "none", line) +
			text(brand, 0, height * 0.67, { ...style, fill: face })
		);
	},

	/** Letters grow towards the middle, with an outline and a drop shadow. */
	bulged: ({ brand, width, height, palette, onDark }) => {
		const style = heavy(height * 0.62, width * 0.9);
		const half = Math.min(width * 0.9, widthOf(brand, style)) / 2;
		const letters = bent(outlined(brand, 0, height * 0.22, style), (x, y) => [
			x,
			height * 0.5 + y * (1.28 - 0.5 * (x / half) ** 2),
		]);
		const [fill, line] = onDark ? [palette.paper, palette.deep] : [palette.ground, palette.ink];
		const outline = { stroke: line, strokeWidth: height * 0.12 };
		return (
			moveTo(height * 0.02, height * 0.05, path(letters, line, { ...outline, opacity: 0.35 })) +
			path(letters, line, outline) +
			path(letters, fill)
		);
	},

	stamp: ({ brand, width, height, palette, ink, face }) => {
		const radius = height * 0.24;
		const name = {
			size: height * 0.34,
			weight: 700,
			tracking: height * 0.05,
			maxWidth: width * 0.94,
			fill: ink,
		} as const;
		return (
			circle(0, radius, radius, "none", { stroke: palette.accent, strokeWidth: height * 0.025 }) +
			circle(0, radius, radius * 0.84, ink) +
			text(brand.slice(0, 1), 0, radius * 1.42, { ...heavy(radius * 1.2, radius), fill: face }) +
			text(brand.toUpperCase(), 0, height * 0.86, name)
		);
	},
} as const satisfies Record<string, (mark: Mark) => string>;

export type BrandStyle = keyof typeof MARKS;

function heavy(size: number, maxWidth: number): Omit<TextStyle, "fill"> {
	return { size, weight: 800, maxWidth };
}

function badge(hex: string) {
	return linear(90, [0, hex], [0.4, hex], [1, shadeOf(hex)]);
}

export function star(x: number, y: number, radius: number, fill: string, points = 5, depth = 0.42): string {
	const corners = Array.from({ length: points * 2 }, (_, i) => {
		const reach = i % 2 ? radius * depth : radius;
		const angle = (i * Math.PI) / points - Math.PI / 2;
		return data`${x + reach * Math.cos(angle)} ${y + reach * Math.sin(angle)}`;
	});
	return path(`M${corners.join("L")}z`, fill);
}
