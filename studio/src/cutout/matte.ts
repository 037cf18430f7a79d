import type { Pixels } from "./background.ts";
import { OBJECT, OUTSIDE } from "./mask.ts";

/** How far from the outline, in pixels, colours may be mixed with the background's. */
const BAND_PX = 2;
/** How far within or outside of it colours are surely not mixed: before the outline is tightened, and after. */
const SURE_PX = { loose: 5, tight: 3 } as const;
/** How far within it light is not mixed. Towards their edges packs are darker or lighter. */
const LIT_PX = 2;
/** How far colour is taken from that is surely the object's or the background's. */
const REACH_PX = 6;
/** How far outside of the object a loose outline may lie. */
const LOOSE_PX = 3;
/** Two colours closer than this, in squared levels, do not say how much of each is there: then the mask does. */
const LEAST_CONTRAST = 15 ** 2;
/** How much tint counts beside light in how much of a pixel is the object: JPEG has light of every pixel, and tint of every fourth. */
const TINT_WEIGHT = 0.1;
/** Pixels that show less of the object than this say nothing of its light; and of its tint, where JPEG has it coarsely, and where that is not known. */
const LEAST_SHOWN = { light: 0.25, coarse: 0.6, unknown: 0.98 } as const;
/** What shows less of the object than this is left out. */
const LEAST_SHARE = 0.02;

/** The colours of the object and of the background around a pixel. */
interface Around {
	readonly inner: Float32Array;
	readonly outer: Float32Array;
}

/**
 * Makes a soft edge of a mask: how much of each pixel near the outline is the object, by the colours of what is surely object and surely background around it,
 * and what colour the object has there: that of the pixels around it, freed of the background. The mask is tightened first.
 * @param isTintCoarse whether the picture has tint of every fourth pixel only, as most JPEGs @returns four bytes a pixel, not premultiplied
 */
export function matte(pixels: Pixels, mask: Uint8Array, isTintCoarse: boolean): Uint8Array {
	tighten(pixels, mask);
	const { rgb, width, height } = pixels;
	const depth = distances(mask, width, height);
	const look = lookAround(pixels, depth, SURE_PX.tight, LIT_PX);
	const shares = new Float32Array(mask.length);
	for (let place = 0; place < mask.length; place++) {
		const near = depth[place] ?? 0;
		const around = Math.abs(near) < BAND_PX ? look(place) : undefined;
		const own = rgb.subarray(place * 3, place * 3 + 3);
		shares[place] = around ? shareOf(own, around, near, TINT_WEIGHT) : near > 0 ? 1 : 0;
	}
	const free = freeing(pixels, shares, isTintCoarse ? LEAST_SHOWN.coarse : LEAST_SHOWN.unknown);
	const rgba = new Uint8Array(width * height * 4);
	for (let place = 0; place < mask.length; place++) {
		const share = shares[place] ?? 0;
		if (share < LEAST_SHARE) continue;
		const around = share < 1 ? look(place) : undefined;
		rgba.set(around ? free(place, around.outer) : rgb.subarray(place * 3, place * 3 + 3), place * 4);
		rgba[place * 4 + 3] = Math.round(255 * share);
	}
	return rgba;
}

/**
 * The colour that the object has at a pixel, from all pixels around it, each less the background that it shows: by its share for light, and for tint by the
 * shares around it, over which JPEG spreads that. Those that show most of the object count most.
 */
function freeing({ rgb, width, height }: Pixels, shares: Float32Array, leastTinted: number) {
	const spread = blurred(blurred(shares, 1), width);
	const colour = new Uint8ClampedArray(3);
	return (place: number, [or = 0, og = 0, ob = 0]: Float32Array): Uint8ClampedArray => {
		const [x, y] = [place % width, Math.floor(place / width)];
		const outLight = lightOf(or, og, ob);
		let [lights, light, tints, red, blue, lightThere] = [0, 0, 0, 0, 0, 0];
		for (let row = Math.max(0, y - REACH_PX); row <= Math.min(height - 1, y + REACH_PX); row++)
			for (let column = Math.max(0, x - REACH_PX); column <= Math.min(width - 1, x + REACH_PX); column++) {
				const at = row * width + column;
				const [share, tinted] = [shares[at] ?? 0, spread[at] ?? 0];
				if (share < LEAST_SHOWN.light) continue;
				const square = (row - y) ** 2 + (column - x) ** 2 + 0.25;
				const [r, b] = [rgb[at * 3] ?? 0, rgb[at * 3 + 2] ?? 0];
				const own = lightOf(r, rgb[at * 3 + 1] ?? 0, b);
				const freed = (own - (1 - share) * outLight) / share;
				const weight = share ** 2 * square ** -1.5;
				lights += weight;
				light += weight * freed;
				if (tinted < leastTinted) continue;
				const tintWeight = tinted / square;
				tints += tintWeight * tinted;
				red += tintWeight * (r - own - (1 - tinted) * (or - outLight));
				blue += tintWeight * (b - own - (1 - tinted) * (ob - outLight));
				lightThere += tintWeight * tinted * freed;
			}
		light /= lights;
		// Tint is as much darker or lighter as light is.
		const scale = Math.min(2, Math.max(0.5, (light * tints) / Math.max(lightThere, 1))) / tints;
		colour[0] = light + scale * red;
		colour[1] = light - (scale * (0.299 * red + 0.114 * blue)) / 0.587;
		colour[2] = light + scale * blue;
		return colour;
	};
}

/** Values spread as JPEG spreads tint, along one axis. */
function blurred(values: Float32Array, step: number): Float32Array {
	const value = (at: number) => values[at] ?? 0;
	return values.map((own, at) =>
		own === value(at - step) &&
		own === value(at + step) &&
		own === value(at - 2 * step) &&
		own === value(at + 2 * step)
			? own
			: (6 * own + 4 * (value(at - step) + value(at + step)) + value(at - 2 * step) + value(at + 2 * step)) /
				16,
	);
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
			if (around && shareOf(own, around, 1, 1) < 0.5) taken.push(place);
		}
		for (const place of taken) mask[place] = OUTSIDE;
	}
}

function shareOf(own: Uint8Array, { inner, outer }: Around, near: number, tintWeight: number): number {
	const [light, inLight, outLight] = [lightOf(...own), lightOf(...inner), lightOf(...outer)];
	let along = (inLight - outLight) * (light - outLight);
	let length = (inLight - outLight) ** 2;
	for (const channel of [0, 2]) {
		const outTint = (outer[channel] ?? 0) - outLight;
		const way = (inner[channel] ?? 0) - inLight - outTint;
		along += tintWeight * way * ((own[channel] ?? 0) - light - outTint);
		length += tintWeight * way * way;
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
					light += weight * lightOf(rgb[at * 3], rgb[at * 3 + 1], rgb[at * 3 + 2]);
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
		const lighter = light / ofLight - lightOf(...around.inner);
		for (let channel = 0; channel < 3; channel++)
			around.inner[channel] = Math.min(255, Math.max(0, (around.inner[channel] ?? 0) + lighter));
		return around;
	};
}

/** Luma as JPEG stores it. */
const lightOf = (r = 0, g = 0, b = 0) => 0.299 * r + 0.587 * g + 0.114 * b;

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
