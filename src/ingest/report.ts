import type { QualityNote } from "../images/quality-notes.ts";

/** Result of an import. The counts are of lines, of picture files, and of products that a picture created. */
export interface ImportReport {
	readonly products: Counts;
	readonly images: Counts;
	readonly refused: Refused[];
	/**
	 * Pictures that are too small or flat to carry the invisible mark: delivered with the visible one
	 * alone.
	 */
	readonly unmarkable: string[];
	/** Pictures of which something was noted that an operator may want to photograph again: imported all the same. */
	readonly noted: NotedPicture[];
	/** Files that plainly are no product files. */
	readonly ignored: string[];
}

export interface Counts {
	created: number;
	updated: number;
	unchanged: number;
}

export interface Refused {
	readonly source: string;
	readonly line?: number;
	readonly reason: string;
}

export interface NotedPicture {
	readonly source: string;
	readonly notes: readonly QualityNote[];
}

export function emptyReport(): ImportReport {
	return {
		products: { created: 0, updated: 0, unchanged: 0 },
		images: { created: 0, updated: 0, unchanged: 0 },
		refused: [],
		unmarkable: [],
		noted: [],
		ignored: [],
	};
}

/** Progress of an import. */
export type Progress = (done: {
	readonly lines: number;
	readonly pictures: number;
	readonly refused: number;
	/** From 0 to 1; absent when it was not measured beforehand how much there is. */
	readonly share?: number;
	/** Picture files that there are, if that was measured. */
	readonly allPictures?: number;
}) => void;
