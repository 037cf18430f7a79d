import type { Homography } from "./homography.ts";
import type { Plane } from "./plane.ts";
import { outside, sampleCubic } from "./sample-cubic.ts";

/**
 * Resamples `plane` to `width`×`height`, where each output pixel reads it at `toSource` of the pixel's centre, by cubic convolution (Keys 1981, a =
 * −½). Intended for mappings that change the scale by at most some 20 %: it does not smooth. Pixels whose centre is mapped outside are `outside`.
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

/** Planes of one size, to be resampled by one mapping. */
export interface Layers {
	readonly planes: readonly Plane[];
	/** 0…1, as large as they are: where it is not 1, the result is `outside`. Absent: 1 everywhere. */
	readonly opacity?: Plane | undefined;
}

/** What `warp` returns for each of the planes; takes little longer than for one. */
export function warpAll(
	{ planes, opacity }: Layers,
	toSource: Homography,
	width: number,
	height: number,
): Plane[] {
	const results = planes.map(() => new Float32Array(width * height).fill(outside));
	const source = planes[0];
	if (!source) return [];
	const [a, b, c, d, e, f, g, h, i] = toSource;
	for (let row = 0, at = 0; row < height; row++) {
		const v = row + 0.5;
		for (let column = 0; column < width; column++, at++) {
			const u = column + 0.5;
			const w = g * u + h * v + i;
			const x = (a * u + b * v + c) / w;
			const y = (d * u + e * v + f) / w;
			if (!(x >= 0 && y >= 0 && x <= source.width && y <= source.height)) continue;
			if (opacity && !(sampleCubic(opacity, x, y) > opaque)) continue;
			for (let k = 0; k < planes.length; k++)
				(results[k] as Float32Array)[at] = sampleCubic(planes[k] as Plane, x, y);
		}
	}
	return results.map((values) => ({ width, height, values }));
}

/** Sampled between opaque pixels, opacity is 1 but for rounding. */
const opaque = 0.99;
