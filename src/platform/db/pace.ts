import { setTimeout as sleep } from "node:timers/promises";

/** How long one transaction of batched work may occupy the store, and how long to pause in between. */
export interface Pace {
	readonly transactionMs: number;
	readonly pauseMs: number;
	readonly largestBatch: number;
}

/**
 * For long jobs whose transactions make a running server's writes wait. After at most 50 ms the server gets its turn; typical transactions are kept
 * well below that, so that the limit holds on a slow disk too.
 */
export const BESIDE_A_SERVER: Pace = { transactionMs: 30, pauseMs: 2, largestBatch: 400 };

/** For when no server is waiting: few large commits without pauses. */
export const ALONE: Pace = { transactionMs: 200, pauseMs: 0, largestBatch: 2000 };

/** For work that nobody waits for: half of the time is left to other writers. */
export const IN_THE_BACKGROUND: Pace = { transactionMs: 15, pauseMs: 15, largestBatch: 400 };

/**
 * Does long work batch by batch, until nothing is left of it or `signal` is aborted.
 * @param doSome does at most so many items. @returns how many it did, which is 0 when none are left. @returns how many were done in all.
 */
export async function inBatches(
	pace: Pace,
	doSome: (limit: number) => Promise<number>,
	signal?: AbortSignal,
): Promise<number> {
	let limit = 50;
	let done = 0;
	while (!signal?.aborted) {
		const startedAt = performance.now();
		const some = await doSome(limit);
		if (some === 0) break;
		limit = nextBatchSize(some, performance.now() - startedAt, pace);
		done += some;
		await pause(pace);
	}
	return done;
}

/** Lets others write before the next batch. */
export async function pause({ pauseMs }: Pace): Promise<void> {
	if (pauseMs > 0) await sleep(pauseMs);
}

const SMALLEST_BATCH = 10;

/** The number of items that would have fit the allowed time, but at least half and at most twice the last number. */
export function nextBatchSize(written: number, tookMs: number, pace: Pace): number {
	const fitting = Math.round((written * pace.transactionMs) / Math.max(1, tookMs));
	const near = Math.min(2 * written, Math.max(Math.floor(written / 2), fitting));
	return Math.min(pace.largestBatch, Math.max(SMALLEST_BATCH, near));
}
