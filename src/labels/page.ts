import type { Page, Word } from "@packshot/studio/label";

/** A rectangle in a picture, in shares of its width and height, so that it fits every size of it. */
export interface Piece {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** A value as it was read, before it is checked. */
export interface Read {
	/** The catalogue's field, such as `nutrition.sodium`. */
	readonly key: string;
	/** A text, a list of names, or amount and percentage of a nutrient. */
	readonly value: unknown;
	/** In the unit of the panel; undefined where there is none. */
	readonly number?: number | undefined;
	/** As printed. */
	readonly percent?: number | undefined;
	/** A letter was taken for another, or had to be completed. */
	readonly isMended: boolean;
	/** Agreeing with the rest does not confirm it: it was chosen for that, or half of it was not seen. */
	readonly isChosen?: boolean;
	/** In which it stands, with those of its name. */
	readonly words: readonly Word[];
}

const SHARE_DIGITS = 4;

/** The piece of the picture in which some words stand, with a margin. */
export function pieceOf(words: readonly Word[], { width, height }: Page): Piece {
	const margin = 0.3 * Math.max(...words.map(heightOf));
	const left = Math.max(0, Math.min(...words.map(({ x0 }) => x0)) - margin);
	const top = Math.max(0, Math.min(...words.map(({ y0 }) => y0)) - margin);
	const right = Math.min(width, Math.max(...words.map(({ x1 }) => x1)) + margin);
	const bottom = Math.min(height, Math.max(...words.map(({ y1 }) => y1)) + margin);
	const share = (part: number, whole: number) => Number((part / whole).toFixed(SHARE_DIGITS));
	return {
		x: share(left, width),
		y: share(top, height),
		width: share(right - left, width),
		height: share(bottom - top, height),
	};
}

export function heightOf({ y0, y1 }: Word): number {
	return y1 - y0;
}

export function medianOf(numbers: readonly number[]): number | undefined {
	return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
}

/** Hebrew, in which rows go from right to left. */
export const isHebrew = (text: string) => /[\u0590-\u05ff]/u.test(text);

/**
 * Rows across all columns of a picture, as a panel has them: a recogniser may take names and amounts for columns of their own. In reading order.
 */
export function rowsOf({ lines }: Page): Word[][] {
	const rows: Word[][] = [];
	// The last row is the only one that can grow much: words come sorted by their middle.
	const words = lines.flat().sort((one, other) => one.y0 + one.y1 - other.y0 - other.y1);
	for (const word of words) {
		const row = rows.findLast((candidate) => overlapOf(candidate, word) > 0.5);
		if (row) row.push(word);
		else rows.push([word]);
	}
	for (const row of rows) {
		const isRightToLeft =
			row.filter(({ text }) => isHebrew(text)).length >
			row.filter(({ text }) => /[a-z]{2}/i.test(text)).length;
		row.sort((one, other) => (isRightToLeft ? other.x1 - one.x1 : one.x0 - other.x0));
	}
	return rows;
}

/** How much of the lower of both heights a word shares with the word of a row that is nearest to it. */
function overlapOf(row: readonly Word[], word: Word): number {
	const gap = (other: Word) => Math.max(other.x0 - word.x1, word.x0 - other.x1);
	const nearest = row.reduce((best, other) => (gap(other) < gap(best) ? other : best));
	const shared = Math.min(nearest.y1, word.y1) - Math.max(nearest.y0, word.y0);
	return shared / Math.min(heightOf(nearest), heightOf(word));
}
