import type { Homography } from "./homography.ts";

/** How a picture may appear in a leak. */
export interface View {
	readonly turn: Turn;
	/** Whether dark and light are exchanged. */
	readonly isNegative: boolean;
}

/** An orthonormal matrix, row by row: directions in the picture become directions in the leak. It mirrors if its determinant is −1. */
export type Turn = readonly [number, number, number, number];

/** Features bear half of such a step: 11°. */
const turnsAround = 16;

/** Mirrors left and right if asked to, then turns. */
function turnOf(step: number, isMirrored: boolean): Turn {
	const angle = (2 * Math.PI * step) / turnsAround;
	// Quarter turns are exact, so that pixels fall onto pixels.
	const [cosine, sine] = [Math.cos(angle), Math.sin(angle)].map(
		(value) => Math.round(1e12 * value) / 1e12,
	) as [number, number];
	return isMirrored ? [-cosine, -sine, -sine, cosine] : [cosine, -sine, sine, cosine];
}

export const upright: Turn = turnOf(0, false);

const steps = Array.from({ length: turnsAround }, (_, step) => step);
const allViews: readonly View[] = [false, true].flatMap((isNegative) =>
	[false, true].flatMap((isMirrored) =>
		steps.map((step) => ({ turn: turnOf(step, isMirrored), isNegative })),
	),
);

/** As delivered, or its mirror image. */
export const usualViews = allViews.filter(({ turn, isNegative }) => turn[3] === 1 && !isNegative);

/** Turned further, or a negative. */
export const unusualViews = allViews.filter((view) => !usualViews.includes(view));

/** Whether the view turns by quarters only, so that a whole picture fills a leak. */
export function isSquare({ turn }: View): boolean {
	return turn.every((value) => value === 0 || Math.abs(value) === 1);
}

/** The mapping from the unit square to a leak that is filled by the whole picture. */
export function wholeIn(
	{ turn }: View,
	leak: { readonly width: number; readonly height: number },
): Homography {
	const [a, b, c, d] = turn;
	const [x, y] = [(1 - a - b) / 2, (1 - c - d) / 2];
	return [
		a * leak.width, b * leak.width, x * leak.width,
		c * leak.height, d * leak.height, y * leak.height,
		0, 0, 1,
	]; // biome-ignore format: a matrix
}
