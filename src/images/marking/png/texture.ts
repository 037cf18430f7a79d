import { maxShift } from "./columns.ts";

/** A faint shift hides where this share of the pixels differs from the pixel above. */
const faintShift = 2;
const faintShare = 1 / 3;

/** A larger one, d, hides where this share of each quarter's pixels differs by d - 1 or more: a smooth corner would give it away. */
const largerShare = 1 / 2;

/** An area of a picture, in pixels. */
interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** How many pixels of an area differ from the pixel above by 0, 1, 2 and so on; the last count takes all that differ by more. */
type Differences = number[];

/**
 * Largest shift, from 1 to `maxShift`, that the texture of an area hides. A shift of 1, the least there is, hides anywhere. Looks at
 * green, which brightness hangs on most, of every other pixel in rows `y + 1` to `y + height - 1`, which are filtered by Up.
 */
export function hiddenShift(
	residuals: Uint8Array,
	pictureWidth: number,
	{ x, y, width, height }: Area,
): number {
	const [left, top] = [width >> 1, height >> 1];
	const quarters = [
		{ x, y: y + 1, width: left, height: top - 1 },
		{ x: x + left, y: y + 1, width: width - left, height: top - 1 },
		{ x, y: y + top, width: left, height: height - top },
		{ x: x + left, y: y + top, width: width - left, height: height - top },
	].map((quarter) => countDifferences(residuals, pictureWidth, quarter));
	const whole = quarters.reduce((sum, counts) => sum.map((count, size) => count + (counts[size] ?? 0)));
	for (let shift = maxShift; shift > faintShift; shift--) {
		if (quarters.every((counts) => hides(counts, shift, largerShare))) return shift;
	}
	return hides(whole, faintShift, faintShare) ? faintShift : 1;
}

function countDifferences(
	residuals: Uint8Array,
	pictureWidth: number,
	{ x, y, width, height }: Area,
): Differences {
	const counts = new Array<number>(maxShift).fill(0);
	for (let row = y; row < y + height; row++) {
		let at = 4 * (row * pictureWidth + x) + 1;
		for (const end = at + 4 * width; at < end; at += 8) {
			const value = residuals[at] ?? 0;
			const size = Math.min(maxShift - 1, value < 128 ? value : 256 - value);
			counts[size] = (counts[size] ?? 0) + 1;
		}
	}
	return counts;
}

function hides(counts: Differences, shift: number, share: number): boolean {
	let enough = 0;
	let all = 0;
	counts.forEach((count, size) => {
		all += count;
		if (size >= shift - 1) enough += count;
	});
	return enough >= share * all;
}
