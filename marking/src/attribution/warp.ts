import type { Homography } from "./homography.ts";
import type { Plane } from "./plane.ts";
import { sampleCubic } from "./sample-cubic.ts";

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
