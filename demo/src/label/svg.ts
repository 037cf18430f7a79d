import { type LetterWeight, textPath, textWidthPx } from "../../../src/pictures/preparation/text-outlines.ts";
import { seedOf } from "../random.ts";

/** A colour, or a gradient or pattern with its definition. */
export type Fill = string | { define: string; url: string };

export type Stroke = { stroke?: Fill; strokeWidth?: number; opacity?: number };

export function rect(
	x: number,
	y: number,
	width: number,
	height: number,
	fill: Fill,
	{ radius = 0, ...options }: Stroke & { radius?: number } = {},
): string {
	return shape(
		`rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(radius)}"`,
		fill,
		options,
	);
}

export function circle(x: number, y: number, radius: number, fill: Fill, options: Stroke = {}): string {
	return ellipse(x, y, radius, radius, fill, options);
}

export function ellipse(
	x: number,
	y: number,
	rx: number,
	ry: number,
	fill: Fill,
	options: Stroke = {},
): string {
	return shape(`ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"`, fill, options);
}

export function path(data: string, fill: Fill, options: Stroke = {}): string {
	return shape(`path d="${data}"`, fill, options);
}

/** Opacity of fill and stroke separately: opacity of the whole shape would need a layer of its own. */
function shape(
	element: string,
	fill: Fill,
	{ stroke = "none", strokeWidth = 0, opacity = 1 }: Stroke,
): string {
	const paints = [fill, stroke].map((paint) =>
		typeof paint === "string" ? { define: "", url: paint } : paint,
	);
	const [inside, line] = paints.map(({ url }) => url);
	return `${paints.map(({ define }) => define).join("")}<${element} fill="${inside}" fill-opacity="${opacity}" stroke="${line}" stroke-opacity="${opacity}" stroke-width="${n(strokeWidth)}" stroke-linejoin="round"/>`;
}

/** Path data, its numbers rounded. */
export function data(parts: TemplateStringsArray, ...values: number[]): string {
	return String.raw({ raw: parts }, ...values.map(n));
}

export function moveTo(
	x: number,
	y: number,
	content: string,
	turnDegrees = 0,
	scaleX = 1,
	scaleY = scaleX,
): string {
	return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turnDegrees)}) scale(${scaleX} ${scaleY})">${content}</g>`;
}

export function image(uri: string, x: number, y: number, width: number, height: number): string {
	return `<image href="${uri}" x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"/>`;
}

type Stop = readonly [offset: number, colour: string, opacity?: number];

/** A linear gradient along an angle (0 to the right, 90 downward). */
export function linear(angleDegrees: number, ...stops: Stop[]): Fill {
	return defined(
		"linearGradient",
		`gradientTransform="rotate(${angleDegrees} 0.5 0.5)"`,
		stops.map(stop).join(""),
	);
}

export function radial(...stops: Stop[]): Fill {
	return defined("radialGradient", "", stops.map(stop).join(""));
}

function stop([offset, colour, opacity = 1]: Stop): string {
	return `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
}

/** A motif drawn 100 wide and high, repeated with this side. */
export function pattern(side: number, motif: string): Fill {
	return defined(
		"pattern",
		`width="100" height="100" patternUnits="userSpaceOnUse" patternTransform="scale(${side / 100})"`,
		motif,
	);
}

function defined(element: string, attributes: string, content: string): Fill {
	const id = `d${seedOf(element + attributes + content).toString(36)}`;
	return { define: `<${element} id="${id}" ${attributes}>${content}</${element}>`, url: `url(#${id})` };
}

export type TextStyle = {
	size: number;
	fill: Fill;
	weight?: LetterWeight;
	anchor?: "start" | "middle" | "end";
	maxWidth?: number;
	tracking?: number;
	italic?: boolean;
};

/** One line of text as an outline, if there is any; a line too wide for `maxWidth` is set smaller. */
export function text(content: string | undefined, x: number, y: number, style: TextStyle): string {
	return content ? path(outlined(content, x, y, style), style.fill) : "";
}

/** The outline of a line, for fills, strokes and bending. */
export function outlined(content: string, x: number, y: number, style: Omit<TextStyle, "fill">): string {
	const { size, weight = 400, anchor = "middle", tracking = 0, italic = false, maxWidth } = style;
	const options = { sizePx: size, weight, x, y, anchor, trackingPx: tracking, italic };
	return textPath(content, maxWidth ? { ...options, maxWidthPx: maxWidth } : options).d;
}

export function widthOf(
	content: string,
	{ size, weight = 400, italic, tracking = 0 }: Omit<TextStyle, "fill">,
): number {
	return textWidthPx(content, size, weight, italic) + ([...content].length - 1) * tracking;
}

/** Maps every point of absolute path data. */
export function bent(d: string, move: (x: number, y: number) => readonly [number, number]): string {
	return d.replace(/(-?\d+(?:\.\d+)?)[ ,]?(-?\d+(?:\.\d+)?)/g, (_, x, y) => {
		const [newX, newY] = move(Number(x), Number(y));
		return `${n(newX)} ${n(newY)} `;
	});
}

/** Numbers in their shortest form. */
function n(value: number): string {
	return String(Math.round(value * 100) / 100);
}
