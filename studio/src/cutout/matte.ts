import type { Pixels } from "./background.ts";
import { OBJECT } from "./mask.ts";

/** How far from the mask's outline, in pixels, colours may be mixed with the background's. */
const BAND_PX = 3;
/** How far within or outside of it colours are surely not mixed. */
const SURE_PX = 4;
/** How far colour is taken from that is surely the object's or the background's. */
const REACH_PX = 6;
/** The share of the object up to which a pixel's own colour does not count. */
const UNTRUSTED = 0.7;
/** Two colours closer than this, in squared levels, do not say how much of each is there: then the mask does. */
const LEAST_CONTRAST = 30 ** 2;

/**
 * Makes a soft edge of a mask: how much of each pixel near the outline is the object, by the colours of what is surely object and surely background around it,
 * and what colour the object has there. @returns four bytes a pixel, not premultiplied
 */
export function matte({ rgb, width, height }: Pixels, mask: Uint8Array): Uint8Array {
	const depth = distances(mask, width, height);
	const rgba = new Uint8Array(width * height * 4);
	const inner = new Float32Array(3);
	const outer = new Float32Array(3);
	for (let place = 0; place < mask.length; place++) {
		const near = depth[place] ?? 0;
		if (near <= -BAND_PX) continue;
		const own = rgb.subarray(place * 3, place * 3 + 3);
		if (near >= BAND_PX) {
			rgba.set(own, place * 4);
			rgba[place * 4 + 3] = 255;
			continue;
		}
		const isKnown =
			meanAround(rgb, depth, width, height, place, 1, inner) &&
			meanAround(rgb, depth, width, height, place, -1, outer);
		const share = isKnown ? shareOf(own, inner, outer, near) : near > 0 ? 1 : 0;
		write(rgba, place, own, inner, outer, isKnown ? share : near > 0 ? 1 : 0);
	}
	return rgba;
}

function shareOf(own: Uint8Array, inner: Float32Array, outer: Float32Array, near: number): number {
	let [along, length] = [0, 0];
	for (let channel = 0; channel < 3; channel++) {
		const way = (inner[channel] ?? 0) - (outer[channel] ?? 0);
		along += way * ((own[channel] ?? 0) - (outer[channel] ?? 0));
		length += way * way;
	}
	const byMask = Math.min(1, Math.max(0, 0.5 + near / 2));
	if (length < LEAST_CONTRAST) return byMask;
	const share = Math.min(1, Math.max(0, along / length));
	// Print near the edge is neither colour: within the mask it is the object's.
	if (near >= 1.5) return Math.max(share, 0.5 + (near - 1.5) / 3);
	return share;
}

function write(
	rgba: Uint8Array,
	place: number,
	own: Uint8Array,
	inner: Float32Array,
	outer: Float32Array,
	share: number,
): void {
	if (share < 0.02) return;
	for (let channel = 0; channel < 3; channel++) {
		const freed = ((own[channel] ?? 0) - (1 - share) * (outer[channel] ?? 0)) / share;
		// The less of the object a pixel shows, the less its own colour says, of which JPEG mixes some with its neighbours'.
		const trust = Math.max(0, share - UNTRUSTED) / (1 - UNTRUSTED);
		const colour = trust * freed + (1 - trust) * (inner[channel] ?? 0);
		rgba[place * 4 + channel] = Math.min(255, Math.max(0, Math.round(colour)));
	}
	rgba[place * 4 + 3] = Math.round(255 * share);
}

/** The mean colour around a pixel of what is surely the object (`side` 1) or surely not (-1). @returns whether there is any */
function meanAround(
	rgb: Uint8Array,
	depth: Int8Array,
	width: number,
	height: number,
	place: number,
	side: 1 | -1,
	mean: Float32Array,
): boolean {
	const [x, y] = [place % width, Math.floor(place / width)];
	let weights = 0;
	mean.fill(0);
	for (let row = Math.max(0, y - REACH_PX); row <= Math.min(height - 1, y + REACH_PX); row++) {
		for (let column = Math.max(0, x - REACH_PX); column <= Math.min(width - 1, x + REACH_PX); column++) {
			const at = row * width + column;
			if ((depth[at] ?? 0) * side < SURE_PX) continue;
			const weight = 1 / ((row - y) ** 2 + (column - x) ** 2);
			weights += weight;
			for (let channel = 0; channel < 3; channel++)
				mean[channel] = (mean[channel] ?? 0) + weight * (rgb[at * 3 + channel] ?? 0);
		}
	}
	for (let channel = 0; channel < 3; channel++) mean[channel] = (mean[channel] ?? 0) / (weights || 1);
	return weights > 0;
}

/** How far each pixel is within the object, in whole pixels up to the band and a half; negative outside of it. */
function distances(mask: Uint8Array, width: number, height: number): Int8Array {
	const depth = new Int8Array(mask.length);
	for (let place = 0; place < mask.length; place++)
		depth[place] = mask[place] === OBJECT ? REACH_PX : -REACH_PX;
	const relax = (place: number, other: number) => {
		const [own, next] = [depth[place] ?? 0, depth[other] ?? 0];
		if (own > 0) depth[place] = Math.min(own, next > 0 ? next + 1 : 1);
		else depth[place] = Math.max(own, next < 0 ? next - 1 : -1);
	};
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			if (x > 0) relax(y * width + x, y * width + x - 1);
			if (y > 0) relax(y * width + x, (y - 1) * width + x);
		}
	for (let y = height - 1; y >= 0; y--)
		for (let x = width - 1; x >= 0; x--) {
			if (x < width - 1) relax(y * width + x, y * width + x + 1);
			if (y < height - 1) relax(y * width + x, (y + 1) * width + x);
		}
	return depth;
}
