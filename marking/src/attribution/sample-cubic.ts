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
	const w0 = cubicWeight(0, fx);
	const w1 = cubicWeight(1, fx);
	const w2 = cubicWeight(2, fx);
	const w3 = cubicWeight(3, fx);
	if (left < 1 || top < 1 || left + 2 >= width || top + 2 >= height)
		return sampleAtEdge({ width, height, values }, left, top, fy, [w0, w1, w2, w3]);
	const row0 = (top - 1) * width + left - 1;
	const row1 = row0 + width;
	const row2 = row1 + width;
	const row3 = row2 + width;
	return (
		cubicWeight(0, fy) * across(values, row0, w0, w1, w2, w3) +
		cubicWeight(1, fy) * across(values, row1, w0, w1, w2, w3) +
		cubicWeight(2, fy) * across(values, row2, w0, w1, w2, w3) +
		cubicWeight(3, fy) * across(values, row3, w0, w1, w2, w3)
	);
}

function across(values: Float32Array, at: number, w0: number, w1: number, w2: number, w3: number): number {
	return (
		w0 * (values[at] as number) +
		w1 * (values[at + 1] as number) +
		w2 * (values[at + 2] as number) +
		w3 * (values[at + 3] as number)
	);
}

function sampleAtEdge(
	{ width, height, values }: Plane,
	left: number,
	top: number,
	fy: number,
	weights: readonly number[],
): number {
	let sum = 0;
	for (let row = 0; row < 4; row++) {
		const line = Math.min(height - 1, Math.max(0, top - 1 + row)) * width;
		for (let tap = 0; tap < 4; tap++) {
			const column = Math.min(width - 1, Math.max(0, left - 1 + tap));
			sum += cubicWeight(row, fy) * (weights[tap] as number) * (values[line + column] as number);
		}
	}
	return sum;
}

/** Weight of pixel number `tap` of the four around a position that is `fraction` beyond the second of them. */
function cubicWeight(tap: number, fraction: number): number {
	if (tap === 0) return ((-0.5 * fraction + 1) * fraction - 0.5) * fraction;
	if (tap === 1) return (1.5 * fraction - 2.5) * fraction * fraction + 1;
	if (tap === 2) return ((-1.5 * fraction + 2) * fraction + 0.5) * fraction;
	return (0.5 * fraction - 0.5) * fraction * fraction;
}
