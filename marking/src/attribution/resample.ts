import type { Plane } from "./plane.ts";

/**
 * Resizes by separable cubic convolution (Keys 1981, a = −½), widened when shrinking to remove what the smaller picture cannot show. Pixel centres
 * are at half coordinates, as in every image library.
 */
export function resize(plane: Plane, width: number, height: number): Plane {
	return resizeRows(resizeColumns(plane, height), width);
}

/** Shrinks so that neither side exceeds `side`; smaller planes are returned unchanged. */
export function shrinkToFit(plane: Plane, side: number): Plane {
	const ratio = side / Math.max(plane.width, plane.height);
	if (ratio >= 1) return plane;
	return resize(
		plane,
		Math.max(1, Math.round(plane.width * ratio)),
		Math.max(1, Math.round(plane.height * ratio)),
	);
}

/** Keys' cubic convolution kernel with a = −½. */
export function cubic(distance: number): number {
	const x = Math.abs(distance);
	if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
	if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
	return 0;
}

function resizeRows(plane: Plane, width: number): Plane {
	if (width === plane.width) return plane;
	const { first, weights, taps } = kernelTable(plane.width, width);
	const from = plane.values;
	const values = new Float32Array(width * plane.height);
	for (let y = 0, at = 0; y < plane.height; y++) {
		const row = y * plane.width;
		for (let x = 0, w = 0; x < width; x++, at++) {
			let sum = 0;
			const start = row + (first[x] as number);
			for (let pixel = start; pixel < start + taps; pixel++, w++)
				sum += (weights[w] as number) * (from[pixel] as number);
			values[at] = sum;
		}
	}
	return { width, height: plane.height, values };
}

/** Adds up whole weighted rows, several at a time, which is many times faster than going down each column. */
function resizeColumns(plane: Plane, height: number): Plane {
	if (height === plane.height) return plane;
	const { width } = plane;
	const { first, weights, taps } = kernelTable(plane.height, height);
	const values = new Float32Array(width * height);
	for (let y = 0; y < height; y++) {
		const out = values.subarray(y * width, (y + 1) * width);
		const from = plane.values.subarray((first[y] as number) * width, ((first[y] as number) + taps) * width);
		addRows(out, from, weights.subarray(y * taps, (y + 1) * taps));
	}
	return { width, height, values };
}

/** Adds weighted rows of `from`, each as long as `out`, to `out`. */
function addRows(out: Float32Array, from: Float32Array, weights: Float32Array): void {
	const width = out.length;
	let tap = 0;
	for (; tap + 4 <= weights.length; tap += 4) {
		const [a = 0, b = 0, c = 0, d = 0] = weights.subarray(tap, tap + 4);
		const [second, third, fourth] = [width, 2 * width, 3 * width];
		for (let x = 0, at = tap * width; x < width; x++, at++)
			out[x] =
				(out[x] as number) +
				a * (from[at] as number) +
				b * (from[at + second] as number) +
				c * (from[at + third] as number) +
				d * (from[at + fourth] as number);
	}
	for (; tap < weights.length; tap++) {
		const weight = weights[tap] as number;
		for (let x = 0, at = tap * width; x < width; x++, at++)
			out[x] = (out[x] as number) + weight * (from[at] as number);
	}
}

/** For every output position, the first input position that it reads and its normalised weights, which are cropped at the edges. */
function kernelTable(from: number, to: number) {
	const step = from / to;
	const stretch = Math.max(1, step);
	const taps = Math.min(from, Math.ceil(4 * stretch) + 1);
	const first = new Int32Array(to);
	const weights = new Float32Array(to * taps);
	for (let i = 0; i < to; i++) {
		const centre = (i + 0.5) * step - 0.5;
		const start = Math.min(Math.max(0, Math.ceil(centre - 2 * stretch)), from - taps);
		first[i] = start;
		let sum = 0;
		for (let tap = 0; tap < taps; tap++) sum += cubic((start + tap - centre) / stretch);
		for (let tap = 0; tap < taps; tap++)
			weights[i * taps + tap] = cubic((start + tap - centre) / stretch) / sum;
	}
	return { first, weights, taps };
}
