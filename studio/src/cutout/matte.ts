import type { Pixels } from "./background.ts";
import { OBJECT, OUTSIDE } from "./mask.ts";

/** How far from the outline, in pixels, colours may be mixed with the background's. */
const BAND_PX = 2;
/** How far within or outside of it colours are surely not mixed: before the outline is tightened, and after. */
const SURE_PX = { loose: 5, tight: 3 } as const;
/** How far within it light is not mixed: JPEG has it of every pixel, and colour of every fourth. Towards their edges packs are darker or lighter. */
const LIT_PX = 2;
/** How far colour is taken from that is surely the object's or the background's. */
const REACH_PX = 6;
/** How far outside of the object a loose outline may lie. */
const LOOSE_PX = 3;
/** Two colours closer than this, in squared levels, do not say how much of each is there: then the mask does. */
const LEAST_CONTRAST = 30 ** 2;
/** What shows less of the object than this is left out. */
const LEAST_SHARE = 0.02;

/** The colours of the object and of the background around a pixel. */
interface Around {
	readonly inner: Float32Array;
	readonly outer: Float32Array;
}

/**
 * Makes a soft edge of a mask: how much of each pixel near the outline is the object, by the colours of what is surely object and surely background around it,
 * and what colour the object has there: that farther in, since JPEG mixes colours beyond an edge. The mask is tightened first.
 * @returns four bytes a pixel, not premultiplied
 */
export function matte(pixels: Pixels, mask: Uint8Array): Uint8Array {
	tighten(pixels, mask);
	const { rgb, width, height } = pixels;
	const depth = distances(mask, width, height);
	const look = lookAround(pixels, depth, SURE_PX.tight, LIT_PX);
	const rgba = new Uint8Array(width * height * 4);
	for (let place = 0; place < mask.length; place++) {
		const near = depth[place] ?? 0;
		if (near <= -BAND_PX) continue;
		const own = rgb.subarray(place * 3, place * 3 + 3);
		const around = near < BAND_PX ? look(place) : undefined;
		const share = around ? shareOf(own, around, near) : near > 0 ? 1 : 0;
		if (share < LEAST_SHARE) continue;
		rgba.set(around && share < 1 ? around.inner.map(Math.round) : own, place * 4);
		rgba[place * 4 + 3] = Math.round(255 * share);
	}
	return rgba;
}

/** Takes from the mask's outline, pixel by pixel, what shows more of the background than of the object: JPEG carries colour some pixels beyond an edge. */
function tighten(pixels: Pixels, mask: Uint8Array): void {
	const { rgb, width, height } = pixels;
	const depth = distances(mask, width, height);
	const look = lookAround(pixels, depth, SURE_PX.loose);
	for (let round = 0; round < LOOSE_PX; round++) {
		const taken: number[] = [];
		for (let place = width; place < mask.length - width; place++) {
			if (mask[place] !== OBJECT || (depth[place] ?? 0) > LOOSE_PX) continue;
			const isOutline = [place - 1, place + 1, place - width, place + width].some(
				(next) => mask[next] !== OBJECT,
			);
			const around = isOutline ? look(place) : undefined;
			const own = rgb.subarray(place * 3, place * 3 + 3);
			if (around && shareOf(own, around, 1) < 0.5) taken.push(place);
		}
		for (const place of taken) mask[place] = OUTSIDE;
	}
}

function shareOf(own: Uint8Array, { inner, outer }: Around, near: number): number {
	let [along, length] = [0, 0];
	for (let channel = 0; channel < 3; channel++) {
		const way = (inner[channel] ?? 0) - (outer[channel] ?? 0);
		along += way * ((own[channel] ?? 0) - (outer[channel] ?? 0));
		length += way * way;
	}
	const share = length < LEAST_CONTRAST ? 0.5 + near / 2 : along / length;
	return Math.min(1, Math.max(0, share));
}

/** The mean colours around a pixel of what is surely the object and of what surely is not; undefined where one of them is out of reach. */
function lookAround({ rgb, width, height }: Pixels, depth: Int8Array, surePx: number, litPx = surePx) {
	const around: Around = { inner: new Float32Array(3), outer: new Float32Array(3) };
	return (place: number): Around | undefined => {
		const [x, y] = [place % width, Math.floor(place / width)];
		let [ofInner, ofOuter, light, ofLight] = [0, 0, 0, 0];
		around.inner.fill(0);
		around.outer.fill(0);
		for (let row = Math.max(0, y - REACH_PX); row <= Math.min(height - 1, y + REACH_PX); row++) {
			for (let column = Math.max(0, x - REACH_PX); column <= Math.min(width - 1, x + REACH_PX); column++) {
				const at = row * width + column;
				const near = depth[at] ?? 0;
				if (at === place) continue;
				// The nearest count most: colour may change along an edge.
				const weight = ((row - y) ** 2 + (column - x) ** 2) ** -3;
				if (near >= litPx) {
					ofLight += weight;
					light += weight * lightOf(rgb.subarray(at * 3, at * 3 + 3));
				}
				if (Math.abs(near) < surePx) continue;
				const mean = near > 0 ? around.inner : around.outer;
				if (near > 0) ofInner += weight;
				else ofOuter += weight;
				for (let channel = 0; channel < 3; channel++)
					mean[channel] = (mean[channel] ?? 0) + weight * (rgb[at * 3 + channel] ?? 0);
			}
		}
		if (ofInner === 0 || ofOuter === 0) return undefined;
		for (let channel = 0; channel < 3; channel++) {
			around.inner[channel] = (around.inner[channel] ?? 0) / ofInner;
			around.outer[channel] = (around.outer[channel] ?? 0) / ofOuter;
		}
		const lighter = light / ofLight - lightOf(around.inner);
		for (let channel = 0; channel < 3; channel++)
			around.inner[channel] = Math.min(255, Math.max(0, (around.inner[channel] ?? 0) + lighter));
		return around;
	};
}

/** Luma as JPEG stores it. */
const lightOf = ([r = 0, g = 0, b = 0]: Uint8Array | Float32Array) => 0.299 * r + 0.587 * g + 0.114 * b;

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
