import type { LeakDescription, LeakQuery, WeighedPicture } from "@packshot/marking/search";

/** Packed prints to scan for a leak. */
export interface ScanTask {
	readonly leak: LeakQuery;
	readonly packs: readonly Uint8Array[];
	/** How many words a picture must have in common with the leak. */
	readonly leastWords: number;
}

/** Fingerprints to compare a leak with. */
export interface CompareTask {
	readonly leak: LeakDescription;
	readonly fingerprints: readonly Uint8Array[];
}

export interface ScoreTask {
	readonly pictures: readonly WeighedPicture[];
	/** Their mark seeds, concatenated. */
	readonly seeds: Uint8Array;
}
