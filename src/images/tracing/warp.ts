import type { Homography } from "./homography.ts";
import type { Plane } from "./picture.ts";

/** What lies outside the source comes out as NaN. */
export const outside = Number.NaN;

/**
 * The picture that `plane` makes at `width`×`height` when output pixels read it at `toSource` of their centre, by cubic convolution
 * (Keys 1981, a = −½). Meant for mappings that keep the scale within some 20 %: it does not smooth. Pixels whose centre
 * lies outside are `outside`.
 */
export function warp(plane: Plane, toSource: Homography, width: number, height: number): Plane {
	const values = new Float32Array(width * height);
	const [a, b, c, d, e, f, g, h, i] = toSource;
	for (let y = 0, at = 0; y < height; y++) {
		const v = y + 0.5;
		for (let x = 0; x < width; x++, at++) {
			const u = x + 0.5;
			const w = g * u + h * v + i;
			values[at] = sampleCubic(plane, (a * u + b * v + c) / w, (d * u + e * v + f) / w);
		}
	}
	return { width, height, values };
}

/** The plane's value at continuous coordinates, by cubic convolution; edge pixels are repeated, `outside` beyond the edge. */
export function sampleCubic({ width, height, values }: Plane, x: number, y: number): number {
	if (!(x >= 0 && y >= 0 && x <= width && y <= height)) return outside;
	const left = Math.floor(x - 0.5);
	const top = Math.floor(y - 0.5);
	const fx = x - 0.5 - left;
	const fy = y - 0.5 - top;
	const w0 = cubicWeight(0, fx);
	const w1 = cubicWeight(1, fx);
	const w2 = cubicWeight(2, fx);
	const w3 = cubicWeight(3, fx);
	const x0 = Math.max(left - 1, 0);
	const x1 = Math.max(left, 0);
	const x2 = Math.min(left + 1, width - 1);
	const x3 = Math.min(left + 2, width - 1);
	let sum = 0;
	for (let row = 0; row < 4; row++) {
		const line = Math.min(height - 1, Math.max(0, top - 1 + row)) * width;
		const across =
			w0 * (values[line + x0] as number) +
			w1 * (values[line + x1] as number) +
			w2 * (values[line + x2] as number) +
			w3 * (values[line + x3] as number);
		sum += cubicWeight(row, fy) * across;
	}
	return sum;
}

/** Weight of the `tap`th of the four pixels around a place that lies `fraction` beyond the second of them. */
function cubicWeight(tap: number, fraction: number): number {
	if (tap === 0) return ((-0.5 * fraction + 1) * fraction - 0.5) * fraction;
	if (tap === 1) return (1.5 * fraction - 2.5) * fraction * fraction + 1;
	if (tap === 2) return ((-1.5 * fraction + 2) * fraction + 0.5) * fraction;
	return (0.5 * fraction - 0.5) * fraction * fraction;
}
