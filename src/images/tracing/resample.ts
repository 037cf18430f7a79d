import type { Plane } from "./picture.ts";

/**
 * Resizes by separable cubic convolution (Keys 1981, a = −½), stretched when shrinking so that it also removes what the smaller
 * picture cannot show. Pixel centres lie at half coordinates, as in every image library.
 */
export function resize(plane: Plane, width: number, height: number): Plane {
	return resizeRows(resizeColumns(plane, height), width);
}

/** Shrinks so that neither side exceeds `side`; smaller planes come back as they are. */
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
	const values = new Float32Array(width * plane.height);
	for (let y = 0; y < plane.height; y++) {
		const row = y * plane.width;
		for (let x = 0, at = y * width; x < width; x++, at++) {
			let sum = 0;
			const from = row + (first[x] as number);
			for (let tap = 0, w = x * taps; tap < taps; tap++, w++) {
				sum += (weights[w] as number) * (plane.values[from + tap] as number);
			}
			values[at] = sum;
		}
	}
	return { width, height: plane.height, values };
}

/** Adds up whole weighted rows, which is several times faster than walking down each column. */
function resizeColumns(plane: Plane, height: number): Plane {
	if (height === plane.height) return plane;
	const { width } = plane;
	const { first, weights, taps } = kernelTable(plane.height, height);
	const values = new Float32Array(width * height);
	for (let y = 0; y < height; y++) {
		for (let tap = 0; tap < taps; tap++) {
			const weight = weights[y * taps + tap] as number;
			let from = ((first[y] as number) + tap) * width;
			for (let at = y * width; at < (y + 1) * width; at++, from++)
				values[at] = (values[at] as number) + weight * (plane.values[from] as number);
		}
	}
	return { width, height, values };
}

/** For every output position the first input position it reads and its normalised weights; edges repeat no pixel. */
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
