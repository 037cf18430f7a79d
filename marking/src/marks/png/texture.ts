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

/**
 * Largest shift, from 1 to `maxShift`, that the texture of an area hides. A shift of 1, the least there is, hides anywhere. Looks at
 * green, which brightness hangs on most, of every other pixel in rows `y + 1` to `y + height - 1`, which are filtered by Up.
 */
export function hiddenShift(residuals: Uint8Array, pictureWidth: number, area: Area): number {
	const counts = countDifferences(residuals, pictureWidth, area);
	for (let shift = maxShift; shift > faintShift; shift--) {
		if (quarters.every((quarter) => hides(counts, quarter, shift, largerShare))) return shift;
	}
	const whole = counts.slice(0, maxShift);
	for (let i = maxShift; i < counts.length; i++)
		whole[i % maxShift] = (whole[i % maxShift] ?? 0) + (counts[i] ?? 0);
	return hides(whole, 0, faintShift, faintShare) ? faintShift : 1;
}

const quarters = [0, 1, 2, 3];

/** For each quarter, how many pixels differ from the pixel above by 0, 1 and so on to `maxShift - 1` or more. */
function countDifferences(
	residuals: Uint8Array,
	pictureWidth: number,
	{ x, y, width, height }: Area,
): number[] {
	const counts = new Array<number>(quarters.length * maxShift).fill(0);
	for (let row = 1; row < height; row++) {
		const half = 2 * row < height ? 0 : 2;
		const start = 4 * ((y + row) * pictureWidth + x) + 1;
		for (let column = 0; column < width; column += 2) {
			const value = residuals[start + 4 * column] ?? 0;
			const size = Math.min(maxShift - 1, value < 128 ? value : 256 - value);
			const i = maxShift * (half + (2 * column < width ? 0 : 1)) + size;
			counts[i] = (counts[i] ?? 0) + 1;
		}
	}
	return counts;
}

/** Whether `share` of a quarter's pixels differ by `shift - 1` or more. */
function hides(counts: number[], quarter: number, shift: number, share: number): boolean {
	let enough = 0;
	let all = 0;
	for (let size = 0; size < maxShift; size++) {
		const count = counts[quarter * maxShift + size] ?? 0;
		all += count;
		if (size >= shift - 1) enough += count;
	}
	return enough >= share * all;
}
