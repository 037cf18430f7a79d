import { type Homography, inverse, project } from "./homography.ts";
import type { Picture } from "./picture.ts";
import type { Plane } from "./plane.ts";
import { sampleCubic } from "./sample-cubic.ts";

/** Sampling distance in pixels along each axis: the ground is plain, and leaks are large. */
const stride = 4;

/** Median brightness of the leak where the picture is transparent; undefined if there is no such place. */
export function groundShown({ opacity }: Picture, leak: Plane, mapping: Homography): number | undefined {
	if (!opacity) return undefined;
	const toBase = inverse(mapping);
	const shown: number[] = [];
	for (let y = 0; y < leak.height; y += stride) {
		for (let x = 0; x < leak.width; x += stride) {
			const place = project(toBase, { x: x + 0.5, y: y + 0.5 });
			if (sampleCubic(opacity, place.x, place.y) < 0.01)
				shown.push(leak.values[y * leak.width + x] as number);
		}
	}
	return shown.length > 0 ? median(Float32Array.from(shown)) : undefined;
}

export function borderBrightness({ width, height, values }: Plane): number {
	const border: number[] = [];
	for (let x = 0; x < width; x++) border.push(values[x] ?? 0, values[(height - 1) * width + x] ?? 0);
	for (let y = 0; y < height; y++) border.push(values[y * width] ?? 0, values[(y + 1) * width - 1] ?? 0);
	return median(Float32Array.from(border));
}

/** Centre of the fullest of 32 equal bins of the counted values. */
export function mostFrequent(values: Float32Array, isCounted: (value: number) => boolean): number {
	const counts = new Int32Array(32);
	for (let i = 0; i < values.length; i += stride) {
		const value = values[i] as number;
		if (!isCounted(value)) continue;
		const place = Math.min(31, Math.max(0, value >> 3));
		counts[place] = (counts[place] as number) + 1;
	}
	return 8 * counts.indexOf(Math.max(...counts)) + 4;
}

function median(values: Float32Array): number {
	return values.sort()[values.length >> 1] ?? 0;
}
