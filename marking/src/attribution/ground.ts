import { type Homography, inverse, project } from "./homography.ts";
import { flatten, type Picture } from "./picture.ts";
import type { Plane } from "./plane.ts";
import type { Alignment } from "./refine.ts";
import { convincing, register } from "./register.ts";
import { sampleCubic } from "./warp.ts";

/** Where a picture lies in a leak, and how bright what shows through its transparent parts is (0…255). */
export interface Grounded {
	readonly alignment: Alignment;
	readonly ground: number;
}

/** Grounds that differ less than this are not worth trying one after the other. */
const alike = 16;

/** A ground that is off by more than this pulls the outline, and with it the mapping. */
const settled = 4;

/**
 * Brightness of what a transparent picture may have been laid over before it leaked: the leak's border, or, if that is a screen's frame
 * or another page, the most frequent brightness of the rest. One arbitrary value when the picture has no transparent parts.
 */
export function likelyGrounds(base: Picture, leak: Plane): number[] {
	if (!base.opacity) return [255];
	const border = borderBrightness(leak);
	return [border, mostFrequent(leak.values, (value) => Math.abs(value - border) >= alike)];
}

/**
 * Registers the leak with the picture laid over each ground in turn until one convinces, else over the one that fits best, then once more
 * over the ground that the leak itself shows through the transparent parts.
 */
export function registerOnGround(
	base: Picture,
	leak: Plane,
	grounds: readonly number[],
	guess?: Homography,
): Grounded | undefined {
	let best: Grounded | undefined;
	for (const ground of grounds) {
		best = better(best, onGround(base, leak, ground, guess));
		if (best && best.alignment.correlation > convincing) break;
	}
	if (!best) return undefined;
	const shown = groundShown(base, leak, best.alignment.mapping) ?? best.ground;
	if (Math.abs(shown - best.ground) < settled) return best;
	return better(best, onGround(base, leak, shown, best.alignment.mapping));
}

function onGround(base: Picture, leak: Plane, ground: number, guess?: Homography): Grounded | undefined {
	const alignment = register(flatten(base, ground), leak, guess);
	return alignment && { alignment, ground };
}

function better(one: Grounded | undefined, other: Grounded | undefined): Grounded | undefined {
	if (!one || !other) return one ?? other;
	return other.alignment.correlation > one.alignment.correlation ? other : one;
}

/** Every how many pixels along each side the ground is looked at: it is plain, and leaks are large. */
const stride = 4;

/** Median brightness of the leak where the picture is transparent; undefined when it shows no such place. */
function groundShown({ opacity }: Picture, leak: Plane, mapping: Homography): number | undefined {
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

function borderBrightness({ width, height, values }: Plane): number {
	const border: number[] = [];
	for (let x = 0; x < width; x++) border.push(values[x] ?? 0, values[(height - 1) * width + x] ?? 0);
	for (let y = 0; y < height; y++) border.push(values[y * width] ?? 0, values[(y + 1) * width - 1] ?? 0);
	return median(Float32Array.from(border));
}

/** Middle of the fullest of 32 equal classes of the values that count. */
function mostFrequent(values: Float32Array, isCounted: (value: number) => boolean): number {
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
