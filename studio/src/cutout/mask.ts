import type { Background, Pixels } from "./background.ts";

export const OUTSIDE = 0;
export const OBJECT = 1;

/** Channels in which a shadow may differ, in levels, beside noise: light from the walls colours it a little. */
const SHADOW_TINT = 6;
/** The darkest that a shadow is, as a share of the background. */
const DARKEST = 0.3;
/** How steep the edge of a shadow is at most, in levels over four pixels. */
const SHADOW_STEP = 34;
/** Levels by which background differs from its surface, beside noise. */
const PLAIN = 5;
/** How steep it is where nothing stands, in levels over four pixels, beside noise: the edge of a pale pack is steeper. */
const PLAIN_STEP = 5;
/** So far, in pixels, an edge makes its surroundings steep. */
const STEEP_PX = 2;

/**
 * Finds what stands before a plain background: whatever cannot be reached from the picture's border over pixels that are background or a soft, colourless
 * shadow. @param pixels a little blurred, so that noise is no edge. @returns for each pixel OUTSIDE or OBJECT
 */
export function maskOf(pixels: Pixels, background: Background): Uint8Array {
	const { width, height } = pixels;
	const { passable, plain } = passableOf(pixels, background);
	const mask = new Uint8Array(width * height).fill(OBJECT);
	const stack: number[] = [];
	const enter = (place: number) => {
		if (mask[place] !== OBJECT || passable[place] !== 1) return;
		mask[place] = OUTSIDE;
		stack.push(place);
	};
	for (let x = 0; x < width; x++) {
		enter(x);
		enter((height - 1) * width + x);
	}
	for (let y = 0; y < height; y++) {
		enter(y * width);
		enter(y * width + width - 1);
	}
	for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
		const x = place % width;
		if (x > 0) enter(place - 1);
		if (x < width - 1) enter(place + 1);
		if (place >= width) enter(place - width);
		if (place < width * (height - 1)) enter(place + width);
	}
	for (let round = 0; round < STEEP_PX; round++) peel(mask, plain, width);
	return mask;
}

/** Takes background from the outline that is steep only because it is near an edge. */
function peel(mask: Uint8Array, plain: Uint8Array, width: number): void {
	const outline: number[] = [];
	for (let place = width; place < mask.length - width; place++) {
		if (mask[place] !== OBJECT || plain[place] !== 1) continue;
		const isOutline = [place - 1, place + 1, place - width, place + width].some(
			(near) => mask[near] === OUTSIDE,
		);
		if (isOutline) outline.push(place);
	}
	for (const place of outline) mask[place] = OUTSIDE;
}

function passableOf(pixels: Pixels, background: Background): { passable: Uint8Array; plain: Uint8Array } {
	const { rgb, width, height } = pixels;
	const tolerance = PLAIN + 2 * background.spread;
	const passable = new Uint8Array(width * height);
	const plain = new Uint8Array(width * height);
	const levels = new Float32Array(width * 3);
	for (let y = 0; y < height; y++) {
		background.row(y, levels);
		for (let x = 0; x < width; x++) {
			const place = y * width + x;
			const at = place * 3;
			const dr = (rgb[at] ?? 0) - (levels[x * 3] ?? 0);
			const dg = (rgb[at + 1] ?? 0) - (levels[x * 3 + 1] ?? 0);
			const db = (rgb[at + 2] ?? 0) - (levels[x * 3 + 2] ?? 0);
			const isPlain = Math.max(Math.abs(dr), Math.abs(dg), Math.abs(db)) <= tolerance;
			const [lr = 1, lg = 1, lb = 1] = levels.subarray(x * 3, x * 3 + 3);
			// Of a coloured background a shadow takes the same share of each channel.
			const isDim = isShadow((dr * lg) / lr, dg, (db * lg) / lb, lg, background.spread);
			if (!isPlain && !isDim) continue;
			const steepest = (isDim ? SHADOW_STEP : PLAIN_STEP) + 3 * background.spread;
			passable[place] = stepAt(pixels, x, y) <= steepest ? 1 : 0;
			plain[place] = isPlain ? 1 : 0;
		}
	}
	return { passable, plain };
}

/** Whether a pixel is as much darker in all channels as a shadow is. */
function isShadow(dr: number, dg: number, db: number, level: number, spread: number): boolean {
	const darkest = Math.min(dr, dg, db);
	const lightest = Math.max(dr, dg, db);
	return lightest < 0 && level + darkest > DARKEST * level && lightest - darkest <= SHADOW_TINT + 2 * spread;
}

/** How much green, in which noise is least, changes around a pixel. */
export function stepAt({ rgb, width, height }: Pixels, x: number, y: number): number {
	const row = y * width;
	const [left, right] = [row + Math.max(0, x - 2), row + Math.min(width - 1, x + 2)];
	const [above, below] = [Math.max(0, y - 2) * width + x, Math.min(height - 1, y + 2) * width + x];
	const across = Math.abs((rgb[right * 3 + 1] ?? 0) - (rgb[left * 3 + 1] ?? 0));
	return Math.max(across, Math.abs((rgb[below * 3 + 1] ?? 0) - (rgb[above * 3 + 1] ?? 0)));
}

/** A connected part of what a mask takes for the object. */
export interface Part {
	readonly size: number;
	/** One of its pixels. */
	readonly place: number;
}

/** Leaves only the parts of the object that have at least a share of the largest one's pixels. @returns those parts, largest first */
export function keepLargeParts(mask: Uint8Array, width: number, share: number): Part[] {
	const seen = new Uint8Array(mask.length);
	const parts: Part[] = [];
	for (let place = 0; place < mask.length; place++) {
		if (mask[place] !== OBJECT || seen[place] === 1) continue;
		parts.push({ place, size: walk(mask, width, place, seen, 1) });
	}
	parts.sort((a, b) => b.size - a.size);
	const least = share * (parts[0]?.size ?? 0);
	const cleared = new Uint8Array(mask.length);
	for (const part of parts) if (part.size < least) walk(mask, width, part.place, cleared, 1);
	for (let place = 0; place < mask.length; place++) if (cleared[place] === 1) mask[place] = OUTSIDE;
	return parts.filter(({ size }) => size >= least);
}

/** Marks all pixels of the object that are connected to one. @returns how many */
function walk(mask: Uint8Array, width: number, from: number, marks: Uint8Array, mark: number): number {
	const stack = [from];
	marks[from] = mark;
	let size = 0;
	for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
		size++;
		const x = place % width;
		for (const next of [
			x > 0 ? place - 1 : -1,
			x < width - 1 ? place + 1 : -1,
			place - width,
			place + width,
		]) {
			if (next < 0 || next >= mask.length || mask[next] !== OBJECT || marks[next] === mark) continue;
			marks[next] = mark;
			stack.push(next);
		}
	}
	return size;
}
