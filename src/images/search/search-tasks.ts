import type { LeakDescription, LeakQuery, WeighedPicture } from "@packshot/marking/search";

/** Packed prints to scan for leaks. */
export interface ScanTask {
	readonly leaks: readonly LeakQuery[];
	readonly packs: readonly Uint8Array[];
	/** For each leak, how many words a picture must have in common with it. */
	readonly leastWords: readonly number[];
}

/** Fingerprints to compare a leak with. */
export interface CompareTask {
	readonly leak: LeakDescription;
	readonly fingerprints: readonly Uint8Array[];
}

/** Clients to score. */
export interface ScoreTask {
	readonly pictures: readonly WeighedPicture[];
	/** Their mark seeds, concatenated. */
	readonly seeds: Uint8Array;
}
