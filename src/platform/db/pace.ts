import { setTimeout as sleep } from "node:timers/promises";

/** How long one transaction of batched work may hold the store, and how long it pauses in between. */
export interface Pace {
	readonly transactionMs: number;
	readonly pauseMs: number;
	readonly largestBatch: number;
}

/**
 * Writes of a running server wait for the transaction of a long job. It may take 50 ms, after which the server gets its turn; a typical one
 * stays well below, so that the limit holds on a slow disk too.
 */
export const BESIDE_A_SERVER: Pace = { transactionMs: 30, pauseMs: 2, largestBatch: 400 };

/** No server is waiting: few commits, one right after another. */
export const ALONE: Pace = { transactionMs: 200, pauseMs: 0, largestBatch: 2000 };

/** Nobody waits for the work itself: half of the time is left to other writers. */
export const IN_THE_BACKGROUND: Pace = { transactionMs: 15, pauseMs: 15, largestBatch: 400 };

/** Lets others write before the next batch. */
export async function pause({ pauseMs }: Pace): Promise<void> {
	if (pauseMs > 0) await sleep(pauseMs);
}

const SMALLEST_BATCH = 10;

/** As many items as would have taken the time allowed, but between half and twice of what was just written. */
export function nextBatchSize(written: number, tookMs: number, pace: Pace): number {
	const fitting = Math.round((written * pace.transactionMs) / Math.max(1, tookMs));
	const near = Math.min(2 * written, Math.max(Math.floor(written / 2), fitting));
	return Math.min(pace.largestBatch, Math.max(SMALLEST_BATCH, near));
}
