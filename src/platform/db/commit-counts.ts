/** Upper bounds of the histogram buckets for batch sizes. */
export const BATCH_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] as const;

/** Statistics of group commit since the process started. */
export interface CommitCounts {
	/** Transactions by number of writes, one entry per bucket; the last bucket is unbounded. Not cumulative. */
	readonly batches: readonly number[];
	readonly writes: number;
	/** Duration of transactions, disk sync included, in milliseconds. */
	readonly transactionMs: number;
	/** Transactions that failed. */
	readonly failed: number;
}

export type CommitCounter = ReturnType<typeof createCommitCounter>;

const WRITES = BATCH_BOUNDS.length + 1;
const MILLISECONDS = WRITES + 1;
const FAILED = WRITES + 2;

/** One thread counts and another reads, without a lock; the numbers read may be slightly out of date. */
export function createCommitCounter(memory = new SharedArrayBuffer((FAILED + 1) * 8)) {
	const cells = new Float64Array(memory);
	const add = (place: number, amount: number) => {
		cells[place] = (cells[place] ?? 0) + amount;
	};
	return {
		/** The memory that holds the counts; another thread can be given it to count into the same cells. */
		memory,
		/** @param size number of writes that were committed together. */
		committed(size: number, milliseconds: number) {
			const bucket = BATCH_BOUNDS.findIndex((bound) => size <= bound);
			add(bucket < 0 ? BATCH_BOUNDS.length : bucket, 1);
			add(WRITES, size);
			add(MILLISECONDS, milliseconds);
		},
		failed: () => add(FAILED, 1),
		read: () => ({
			batches: [...cells.subarray(0, WRITES)],
			writes: cells[WRITES] ?? 0,
			transactionMs: cells[MILLISECONDS] ?? 0,
			failed: cells[FAILED] ?? 0,
		}),
	};
}
