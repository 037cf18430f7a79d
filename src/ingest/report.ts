/** Result of an import. The counts are of lines and of picture files. */
export interface ImportReport {
	readonly products: Counts;
	readonly images: Counts;
	readonly refused: Refused[];
	/**
	 * Pictures that are too small or flat to carry the invisible mark: delivered with the visible one
	 * alone.
	 */
	readonly unmarkable: string[];
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

export function emptyReport(): ImportReport {
	return {
		products: { created: 0, updated: 0, unchanged: 0 },
		images: { created: 0, updated: 0, unchanged: 0 },
		refused: [],
		unmarkable: [],
	};
}

/** Progress of an import. */
export type Progress = (done: {
	readonly lines: number;
	readonly pictures: number;
	readonly refused: number;
}) => void;
