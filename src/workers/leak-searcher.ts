import { constants, setPriority } from "node:os";
import { type Likeness, likeness, type Sighted, scanPrints, sumScores } from "@packshot/marking/search";
import type { CompareTask, ScanTask, ScoreTask } from "../leaks/search/search-tasks.ts";

// A server beside this, or around it, goes first. Linux lowers this thread alone.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** @returns the pictures that the leak may show. */
export function scan({ leak, packs, leastWords }: ScanTask): Sighted[] {
	return scanPrints(leak, packs, leastWords);
}

/** @returns how much the leak looks like each. */
export function compare({ leak, fingerprints }: CompareTask): Likeness[] {
	return fingerprints.map((fingerprint) => likeness(leak, fingerprint));
}

/** @returns for each picture the scores of the clients, not yet divided by their deviation. */
export function score({ pictures, seeds }: ScoreTask): Float64Array[] {
	return sumScores(pictures, seeds);
}
