import { type LetterWeight, textPath, textWidthPx } from "../../../src/pictures/preparation/text-outlines.ts";
import { seedOf } from "../random.ts";

type Stroke = { stroke?: string; strokeWidth?: number; opacity?: number };

export function rect(
	x: number,
	y: number,
	width: number,
	height: number,
	fill: string,
	options: Stroke & { radius?: number } = {},
): string {
	return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(options.radius ?? 0)}" fill="${fill}"${stroked(options)}/>`;
}

export function circle(x: number, y: number, radius: number, fill: string, options: Stroke = {}): string {
	return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"${stroked(options)}/>`;
}

export function ellipse(
	x: number,
	y: number,
	rx: number,
	ry: number,
	fill: string,
	options: Stroke = {},
): string {
	return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${stroked(options)}/>`;
}

export function path(d: string, fill: string, options: Stroke = {}): string {
	return `<path d="${d}" fill="${fill}"${stroked(options)}/>`;
}

export function moveTo(x: number, y: number, content: string, turnDegrees = 0, scale = 1): string {
	return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turnDegrees)}) scale(${n(scale)})">${content}</g>`;
}

/** Clips the content to a shape given as path data. */
export function clipped(d: string, content: string): string {
	const id = `c${seedOf(d).toString(36)}`;
	return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${content}</g>`;
}

export function image(uri: string, x: number, y: number, width: number, height: number): string {
	return `<image href="${uri}" x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" preserveAspectRatio="xMidYMid meet"/>`;
}

type Stop = readonly [offset: number, colour: string, opacity?: number];

/** A linear gradient along an angle (0 to the right, 90 downward): its definition, and the value for `fill`. */
export function linear(angleDegrees: number, ...stops: Stop[]): { define: string; fill: string } {
	const id = `l${seedOf(`${angleDegrees}${stops.join(";")}`).toString(36)}`;
	return {
		define: `<linearGradient id="${id}" gradientTransform="rotate(${angleDegrees} 0.5 0.5)">${stops.map(stop).join("")}</linearGradient>`,
		fill: `url(#${id})`,
	};
}

export function radial(...stops: Stop[]): { define: string; fill: string } {
	const id = `r${seedOf(stops.join(";")).toString(36)}`;
	return {
		define: `<radialGradient id="${id}">${stops.map(stop).join("")}</radialGradient>`,
		fill: `url(#${id})`,
	};
}

function stop([offset, colour, opacity]: Stop): string {
	return `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? "" : ` stop-opacity="${opacity}"`}/>`;
}

export type TextStyle = {
	size: number;
	fill: string;
	weight?: LetterWeight;
	anchor?: "start" | "middle" | "end";
	maxWidth?: number;
	tracking?: number;
	italic?: boolean;
};

/** One line of text as an outline, if there is any; a line too wide for `maxWidth` is set smaller. */
export function text(content: string | undefined, x: number, y: number, style: TextStyle): string {
	if (!content) return "";
	return path(outlined(content, x, y, style), style.fill);
}

/** The outline of a line, for fills, strokes and bending. */
export function outlined(content: string, x: number, y: number, style: Omit<TextStyle, "fill">): string {
	return textPath(content, {
		sizePx: style.size,
		weight: style.weight ?? 400,
		x,
		y,
		anchor: style.anchor ?? "middle",
		trackingPx: style.tracking ?? 0,
		italic: style.italic ?? false,
		...(style.maxWidth ? { maxWidthPx: style.maxWidth } : {}),
	}).d;
}

export function widthOf(content: string, style: Omit<TextStyle, "fill">): number {
	const letters = [...content].length;
	return (
		textWidthPx(content, style.size, style.weight ?? 400, style.italic) +
		Math.max(0, letters - 1) * (style.tracking ?? 0)
	);
}

/** Maps every point of absolute path data. */
export function bent(d: string, move: (x: number, y: number) => readonly [number, number]): string {
	return d.replace(/(-?\d+(?:\.\d+)?)[ ,]?(-?\d+(?:\.\d+)?)/g, (_, x, y) => {
		const [newX, newY] = move(Number(x), Number(y));
		return `${n(newX)} ${n(newY)} `;
	});
}

/** Numbers in their shortest form. */
export function n(value: number): string {
	return String(Math.round(value * 100) / 100);
}

/** Opacity of fill and stroke separately: opacity of the whole shape would need a layer of its own. */
function stroked({ stroke, strokeWidth, opacity }: Stroke): string {
	const share = opacity === undefined ? "" : n(opacity);
	const line = stroke
		? ` stroke="${stroke}" stroke-width="${n(strokeWidth ?? 1)}" stroke-linejoin="round"${share && ` stroke-opacity="${share}"`}`
		: "";
	return share ? `${line} fill-opacity="${share}"` : line;
}
