import {
	type LeakDescription,
	type Likeness,
	likeness,
	type Sighted,
	type SoughtLeak,
	scanPrints,
} from "@packshot/marking/search";

/** Packed prints to scan for leaks. */
export interface ScanTask {
	readonly leaks: readonly SoughtLeak[];
	readonly packs: readonly Uint8Array[];
	/** For each leak how many words a picture must have in common with it. */
	readonly leastWords: readonly number[];
}

/** Fingerprints to compare a leak with. */
export interface CompareTask {
	readonly leak: LeakDescription;
	readonly fingerprints: readonly Uint8Array[];
}

/** @returns for each leak the pictures that it may show. */
export function scan({ leaks, packs, leastWords }: ScanTask): Sighted[][] {
	return leaks.map((leak, i) => scanPrints(leak, packs, leastWords[i] ?? 1));
}

/** @returns how much the leak looks like each. */
export function compare({ leak, fingerprints }: CompareTask): Likeness[] {
	return fingerprints.map((fingerprint) => likeness(leak, fingerprint));
}
