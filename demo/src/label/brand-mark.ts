import type { Palette } from "./palette.ts";
import { bent, circle, ellipse, linear, moveTo, n, outlined, path, rect, text, widthOf } from "./svg.ts";

type MarkRoom = { centreX: number; top: number; width: number; height: number };
/** Where a mark is drawn, and whether the background there is dark. */
type MarkPlace = MarkRoom & { palette: Palette; onDark: boolean };

/** A brand's name with its badge, centred in the available space: on paper, on something dark, or on the palette's background. */
export function brandMark(
	{ brand, brandStyle, palette }: { brand: string; brandStyle: BrandStyle; palette: Palette },
	room: MarkRoom,
	ground: "paper" | "dark" | "palette" = "palette",
): string {
	const colours = ground === "palette" ? onGround(palette) : { palette, onDark: ground === "dark" };
	return MARKS[brandStyle](brand, { ...room, ...colours });
}

/** The colours for a mark on the palette's background. */
function onGround(palette: Palette): Pick<MarkPlace, "palette" | "onDark"> {
	const onDark = contrastOf(palette.ground, palette) === palette.paper;
	return { palette: onDark ? palette : { ...palette, deep: palette.ink }, onDark };
}

type Mark = (brand: string, place: MarkPlace) => string;

const MARKS = {
	plain: (brand, { centreX, top, width, height, palette, onDark }) =>
		text(brand, centreX, top + height * 0.8, {
			...heavy(height * 0.95, width),
			fill: onDark ? palette.paper : titleOnPaper(palette),
		}),
	spaced,
	arched,
	oval,
	ribbon,
	swash,
	shield,
	tab,
	bulged,
	stamp,
} as const satisfies Record<string, Mark>;

export type BrandStyle = keyof typeof MARKS;

function heavy(size: number, maxWidth: number): { size: number; weight: 800; maxWidth: number } {
	return { size, weight: 800, maxWidth };
}

function spaced(brand: string, { centreX, top, width, height, palette, onDark }: MarkPlace): string {
	const fill = onDark ? palette.paper : palette.ink;
	const size = height * 0.52;
	const style = { size, weight: 600, tracking: size * 0.32, maxWidth: width * 0.92 } as const;
	const lineWidth = Math.min(width, widthOf(brand.toUpperCase(), style) * 0.7);
	return (
		text(brand.toUpperCase(), centreX + size * 0.1, top + height * 0.62, { ...style, fill }) +
		rect(centreX - lineWidth / 2, top + height * 0.8, lineWidth, height * 0.035, palette.accent) +
		path(diamond(centreX, top + height * 0.818, height * 0.07), palette.accent)
	);
}

/** Letters on a circle's upper arc. */
function arched(brand: string, { centreX, top, width, height, palette, onDark }: MarkPlace): string {
	const natural = heavy(height * 0.74, width * 0.94);
	const naturalHalf = Math.min(width * 0.94, widthOf(brand, natural)) / 2;
	// The arc drops by about a fifth of half its width, which needs room as well.
	const size = natural.size * Math.min(1, height / (naturalHalf * 0.21 + natural.size * 0.86));
	const style = { ...heavy(size, width * 0.94), tracking: size * 0.012 };
	const radius = (Math.min(width * 0.94, widthOf(brand, style)) / 2) * 2.3;
	const baseline = top + size * 0.84;
	const bend = (x: number, y: number): readonly [number, number] => {
		const angle = x / radius;
		return [centreX + (radius - y) * Math.sin(angle), baseline + radius - (radius - y) * Math.cos(angle)];
	};
	const d = bent(outlined(brand, 0, 0, style), bend);
	const fill = onDark ? palette.paper : titleOnPaper(palette);
	const shadow = onDark ? palette.deep : palette.light;
	return (
		moveTo(0, height * 0.03, path(d, shadow, { stroke: shadow, strokeWidth: height * 0.05 })) + path(d, fill)
	);
}

function oval(brand: string, { centreX, top, width, height, palette, onDark }: MarkPlace): string {
	const [rx, ry, y] = [Math.min(width / 2, height * 1.35), height / 2, top + height / 2];
	const face = badgeFace(palette, onDark);
	return (
		face.define +
		ellipse(centreX, y + ry * 0.05, rx, ry, "#000", { opacity: 0.18 }) +
		ellipse(centreX, y, rx, ry, face.fill) +
		ellipse(centreX, y, rx * 0.94, ry * 0.88, "none", { stroke: palette.accent, strokeWidth: ry * 0.06 }) +
		text(brand, centreX, y + ry * 0.26, {
			...heavy(ry * 0.82, rx * 1.62),
			fill: onDark ? titleOnPaper(palette) : palette.paper,
		})
	);
}

function ribbon(brand: string, { centreX, top, width, height, palette }: MarkPlace): string {
	const [half, y, h] = [width * 0.44, top + height * 0.1, height * 0.7];
	const tail = (side: number) =>
		path(
			`M${n(centreX + side * half * 0.8)} ${n(y + h * 0.24)}h${n(side * half * 0.33)}l${n(-side * half * 0.09)} ${n(h / 2)}l${n(side * half * 0.09)} ${n(h / 2)}h${n(-side * half * 0.33)}z`,
			palette.deep,
		);
	const band = linear(90, [0, palette.accent], [0.5, palette.accent], [1, shadeOf(palette.accent)]);
	return (
		band.define +
		tail(-1) +
		tail(1) +
		rect(centreX - half * 0.9, y, half * 1.8, h, band.fill, { radius: h * 0.06 }) +
		rect(centreX - half * 0.9, y + h * 0.08, half * 1.8, h * 0.03, "#fff", { opacity: 0.6 }) +
		rect(centreX - half * 0.9, y + h * 0.89, half * 1.8, h * 0.03, "#fff", { opacity: 0.6 }) +
		text(brand, centreX, y + h * 0.7, {
			...heavy(h * 0.62, half * 1.62),
			fill: contrastOf(palette.accent, palette),
		})
	);
}

/** Slanted letters over a brush stroke. */
function swash(brand: string, { centreX, top, width, height, palette, onDark }: MarkPlace): string {
	const style = { size: height * 0.74, weight: 800, italic: true, maxWidth: width * 0.92 } as const;
	const half = Math.min(width * 0.92, widthOf(brand, style)) / 2;
	const y = top + height * 0.64;
	const stroke = `M${n(centreX - half)} ${n(y + height * 0.2)}Q${n(centreX)} ${n(y + height * 0.06)} ${n(centreX + half * 1.04)} ${n(y + height * 0.1)}Q${n(centreX + half * 0.2)} ${n(y + height * 0.17)} ${n(centreX - half * 0.4)} ${n(y + height * 0.3)}Q${n(centreX - half * 0.9)} ${n(y + height * 0.34)} ${n(centreX - half)} ${n(y + height * 0.2)}z`;
	return (
		path(stroke, palette.accent) +
		moveTo(
			centreX,
			y,
			text(brand, 0, 0, { ...style, fill: onDark ? palette.paper : titleOnPaper(palette) }),
			-4,
		)
	);
}

function shield(brand: string, { centreX, top, width, height, palette, onDark }: MarkPlace): string {
	const half = Math.min(width / 2, height * 1.1);
	const d = (inset: number) =>
		`M${n(centreX - half + inset)} ${n(top + inset)}Q${n(centreX)} ${n(top + height * 0.14 + inset)} ${n(centreX + half - inset)} ${n(top + inset)}V${n(top + height * 0.62)}Q${n(centreX + half * 0.7)} ${n(top + height * 0.9 - inset)} ${n(centreX)} ${n(top + height - inset)}Q${n(centreX - half * 0.7)} ${n(top + height * 0.9 - inset)} ${n(centreX - half + inset)} ${n(top + height * 0.62)}z`;
	const face = badgeFace(palette, onDark);
	const fill = onDark ? titleOnPaper(palette) : palette.paper;
	return (
		face.define +
		path(d(0), palette.accent) +
		path(d(height * 0.045), face.fill) +
		text(brand, centreX, top + height * 0.56, { ...heavy(height * 0.36, half * 1.7), fill }) +
		star(centreX, top + height * 0.76, height * 0.075, palette.accent)
	);
}

function tab(brand: string, { centreX, top, width, height, palette, onDark }: MarkPlace): string {
	const style = heavy(height * 0.5, width * 0.78);
	const half = Math.min(width / 2, widthOf(brand, style) / 2 + height * 0.32);
	return (
		rect(
			centreX - half,
			top + height * 0.08,
			half * 2,
			height * 0.84,
			onDark ? palette.paper : titleOnPaper(palette),
			{ radius: height * 0.42 },
		) +
		rect(
			centreX - half + height * 0.05,
			top + height * 0.13,
			half * 2 - height * 0.1,
			height * 0.74,
			"none",
			{ radius: height * 0.37, stroke: palette.accent, strokeWidth: height * 0.025 },
		) +
		text(brand, centreX, top + height * 0.67, {
			...style,
			fill: onDark ? titleOnPaper(palette) : palette.paper,
		})
	);
}

/** Letters grow towards the middle, with an outline and a drop shadow. */
function bulged(brand: string, { centreX, top, width, height, palette, onDark }: MarkPlace): string {
	const style = { ...heavy(height * 0.62, width * 0.9) };
	const half = Math.min(width * 0.9, widthOf(brand, style)) / 2;
	const middle = top + height * 0.5;
	const flat = outlined(brand, 0, height * 0.22, style);
	const d = bent(flat, (x, y) => {
		const growth = 0.78 + 0.5 * (1 - (x / half) ** 2);
		return [centreX + x, middle + y * growth];
	});
	const [fill, line] = onDark ? [palette.paper, palette.deep] : [palette.ground, palette.ink];
	return (
		moveTo(
			height * 0.02,
			height * 0.05,
			path(d, line, { stroke: line, strokeWidth: height * 0.12, opacity: 0.35 }),
		) +
		path(d, line, { stroke: line, strokeWidth: height * 0.12 }) +
		path(d, fill)
	);
}

function stamp(brand: string, { centreX, top, width, height, palette, onDark }: MarkPlace): string {
	const line = onDark ? palette.paper : titleOnPaper(palette);
	const radius = height * 0.24;
	return (
		circle(centreX, top + radius, radius, "none", { stroke: palette.accent, strokeWidth: height * 0.025 }) +
		circle(centreX, top + radius, radius * 0.84, line) +
		text(brand.slice(0, 1), centreX, top + radius * 1.42, {
			...heavy(radius * 1.2, radius),
			fill: onDark ? titleOnPaper(palette) : palette.paper,
		}) +
		text(brand.toUpperCase(), centreX, top + height * 0.86, {
			size: height * 0.34,
			weight: 700,
			tracking: height * 0.05,
			maxWidth: width * 0.94,
			fill: line,
		})
	);
}

/** A badge is pale on dark backgrounds and dark on pale ones. */
function badgeFace(palette: Palette, onDark: boolean): { define: string; fill: string } {
	const dark = titleOnPaper(palette);
	return onDark
		? linear(90, [0, palette.paper], [1, palette.light])
		: linear(90, [0, dark], [1, shadeOf(dark)]);
}

export function star(x: number, y: number, radius: number, fill: string, points = 5, depth = 0.42): string {
	const corners = Array.from({ length: points * 2 }, (_, i) => {
		const reach = i % 2 ? radius * depth : radius;
		const angle = (i * Math.PI) / points - Math.PI / 2;
		return `${n(x + reach * Math.cos(angle))} ${n(y + reach * Math.sin(angle))}`;
	});
	return path(`M${corners.join("L")}z`, fill);
}

function diamond(x: number, y: number, radius: number): string {
	return `M${n(x - radius * 1.6)} ${n(y)}L${n(x)} ${n(y - radius)}L${n(x + radius * 1.6)} ${n(y)}L${n(x)} ${n(y + radius)}z`;
}

/** The palette's dark tone, or its ink where the dark tone is too pale to read on paper. */
export function titleOnPaper(palette: Palette): string {
	return brightness(palette.deep) > 128 ? palette.ink : palette.deep;
}

/** A darker shade of a colour. */
export function shadeOf(hex: string, share = 0.78): string {
	const channels = [1, 3, 5].map((at) => Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * share));
	return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Ink or paper, whichever reads better on the colour. */
export function contrastOf(hex: string, palette: Palette): string {
	return brightness(hex) > 150 ? palette.ink : palette.paper;
}

function brightness(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
	return red * 0.3 + green * 0.59 + blue * 0.11;
}
