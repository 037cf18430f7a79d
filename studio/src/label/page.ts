/** A word as it was recognised in a picture, in pixels of the picture that was given. */
export interface Word {
	readonly text: string;
	/** From 0 to 100, as the recogniser says. */
	readonly confidence: number;
	readonly x0: number;
	readonly y0: number;
	readonly x1: number;
	readonly y1: number;
}

/** Words that the recogniser takes for one line of a paragraph, in reading order. */
export type Line = readonly Word[];

/** One recognition of a whole picture. */
export interface Page {
	readonly width: number;
	readonly height: number;
	readonly lines: readonly Line[];
}
