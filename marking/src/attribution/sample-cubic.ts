import type { Plane } from "./plane.ts";

/** The value outside of a plane. */
export const outside = Number.NaN;

/** The plane's value at continuous coordinates, by cubic convolution; edge pixels are repeated, and beyond the edge it is `outside`. */
export function sampleCubic({ width, height, values }: Plane, x: number, y: number): number {
	if (!(x >= 0 && y >= 0 && x <= width && y <= height)) return outside;
	const left = Math.floor(x - 0.5);
	const top = Math.floor(y - 0.5);
	const fx = x - 0.5 - left;
	const fy = y - 0.5 - top;
	if (left < 1 || top < 1 || left + 2 >= width || top + 2 >= height)
		return sampleAtEdge({ width, height, values }, left, top, fx, fy);
	const row = (top - 1) * width + left - 1;
	return sampleInside(values, row, width, fx, fy);
}

/**
 * The same for a position that is `fx` and `fy` beyond the centre of the second of four pixels along each axis, all of which are in the plane, the first
 * at index `at`. Written out, since it takes most of the time of reading a leak.
 */
function sampleInside(values: Float32Array, at: number, width: number, fx: number, fy: number): number {
	const a = ((-0.5 * fx + 1) * fx - 0.5) * fx;
	const b = (1.5 * fx - 2.5) * fx * fx + 1;
	const c = ((-1.5 * fx + 2) * fx + 0.5) * fx;
	const d = (0.5 * fx - 0.5) * fx * fx;
	const second = at + width;
	const third = second + width;
	const fourth = third + width;
	return (
		((-0.5 * fy + 1) * fy - 0.5) * fy * across(values, at, a, b, c, d) +
		((1.5 * fy - 2.5) * fy * fy + 1) * across(values, second, a, b, c, d) +
		((-1.5 * fy + 2) * fy + 0.5) * fy * across(values, third, a, b, c, d) +
		(0.5 * fy - 0.5) * fy * fy * across(values, fourth, a, b, c, d)
	);
}

function across(values: Float32Array, at: number, a: number, b: number, c: number, d: number): number {
	return (
		a * (values[at] as number) +
		b * (values[at + 1] as number) +
		c * (values[at + 2] as number) +
		d * (values[at + 3] as number)
	);
}

function sampleAtEdge(
	{ width, height, values }: Plane,
	left: number,
	top: number,
	fx: number,
	fy: number,
): number {
	const around = new Float32Array(16);
	for (let row = 0; row < 4; row++) {
		const line = Math.min(height - 1, Math.max(0, top - 1 + row)) * width;
		for (let tap = 0; tap < 4; tap++)
			around[4 * row + tap] = values[line + Math.min(width - 1, Math.max(0, left - 1 + tap))] as number;
	}
	return sampleInside(around, 0, 4, fx, fy);
}
