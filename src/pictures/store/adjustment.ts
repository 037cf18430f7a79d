/** How a picture is shown other than its file has it: turned, then cropped. Kept beside the original, and applied whenever the picture is prepared. */
export interface Adjustment {
	/** Degrees clockwise. */
	readonly turn: Turn;
	/** The part that is shown; null: all of it. */
	readonly crop: Crop | null;
}

export const TURNS = [0, 90, 180, 270] as const;
export type Turn = (typeof TURNS)[number];

/** A rectangle in pixels of the turned picture. */
export interface Crop {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** In stored form; null if the picture is shown as its file has it. The same adjustment always gives the same text. */
export function storedAdjustment({ turn, crop }: Adjustment): string | null {
	if (turn === 0 && crop === null) return null;
	if (crop === null) return JSON.stringify({ turn, crop });
	const { left, top, width, height } = crop;
	return JSON.stringify({ turn, crop: { left, top, width, height } });
}

export function readAdjustment(stored: string | null): Adjustment {
	return stored === null ? { turn: 0, crop: null } : JSON.parse(stored);
}
