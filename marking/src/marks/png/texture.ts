import { maxShift } from "./columns.ts";

/**
 * A faint shift is hidden if this share of the pixels deviates by at least half of it from the ramp that they are on: one value for the picture's own
 * size, the other for a careful viewer who enlarges it four times.
 */
const faintShift = 2;
const faintShares = { atOwnSize: 1 / 3, enlarged: 1 / 2 };

/** A larger shift, d, is hidden if this share of each quarter's pixels deviates by d - 1 or more: a smooth corner would give it away. */
const largerShare = 1 / 2;

/** An area of a picture, in pixels. */
interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Largest shifts that a texture hides, at the picture's own size and enlarged. */
export type HiddenShifts = Record<keyof typeof faintShares, number>;

/**
 * Largest shifts, from 1 to `maxShift`, that the texture of an area hides. A shift of 1, the minimum, is hidden anywhere. Examines green, which
 * contributes most to brightness, of every other pixel in rows `y + 1` to `y + height - 1`, which are filtered by Up.
 *
 * A ramp is not texture, however steep: what counts is how far the differences from the pixel above deviate from their mean.
 */
export function hiddenShifts(residuals: Uint8Array, pictureWidth: number, area: Area): HiddenShifts {
	const strays = straysOfQuarters(residuals, pictureWidth, area);
	for (let shift = maxShift; shift > faintShift; shift--)
		if (strays.every((quarter) => hides([quarter], shift, largerShare)))
			return { atOwnSize: shift, enlarged: shift };
	const faint = (share: number) => (hides(strays, faintShift, share) ? faintShift : 1);
	return { atOwnSize: faint(faintShares.atOwnSize), enlarged: faint(faintShares.enlarged) };
}

/** How many of a quarter's pixels deviate from the mean difference by 0 to 1, 1 to 2 and so on to `maxShift - 1` or more. */
type Strays = readonly number[];

function straysOfQuarters(
	residuals: Uint8Array,
	pictureWidth: number,
	{ x, y, width, height }: Area,
): Strays[] {
	const [middleX, middleY] = [Math.ceil(width / 4) * 2, Math.ceil(height / 2)];
	return [
		[0, middleX, 1, middleY],
		[middleX, width, 1, middleY],
		[0, middleX, middleY, height],
		[middleX, width, middleY, height],
	].map(([left = 0, right = 0, top = 0, bottom = 0]) => {
		const differences: number[] = [];
		for (let row = top; row < bottom; row++) {
			const start = 4 * ((y + row) * pictureWidth + x) + 1;
			for (let column = left; column < right; column += 2)
				differences.push(((residuals[start + 4 * column] ?? 0) << 24) >> 24);
		}
		return straysOf(differences);
	});
}

function straysOf(differences: readonly number[]): Strays {
	const mean = differences.reduce((sum, value) => sum + value, 0) / (differences.length || 1);
	const counts = new Array<number>(maxShift).fill(0);
	for (const value of differences) {
		const size = Math.min(maxShift - 1, Math.floor(Math.abs(value - mean)));
		counts[size] = (counts[size] ?? 0) + 1;
	}
	return counts;
}

/** Whether `share` of the quarters' pixels deviate by `shift - 1` or more. */
function hides(quarters: readonly Strays[], shift: number, share: number): boolean {
	let [enough, all] = [0, 0];
	for (const counts of quarters) {
		counts.forEach((count, size) => {
			all += count;
			if (size >= shift - 1) enough += count;
		});
	}
	return enough >= share * all;
}
