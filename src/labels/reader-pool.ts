import { createProcessPool } from "../platform/tasks/process-pool.ts";
import { TaskEnded } from "../platform/tasks/task.ts";
import type { StoredReading } from "./tables.ts";

/** A picture of twelve megapixels takes half a minute on a busy core. */
const LONGEST_MS = 240_000;
/** Two models and a picture take 300 MB. */
const MOST_BYTES = 500 * 1024 ** 2;
const LOWEST_PRIORITY = 19;

export type LabelOutcome = StoredReading | { readonly refused: string };

/** What the process serves (workers/label-reader.ts). */
export interface LabelTasks {
	read(task: { readonly bytes: Uint8Array }): Promise<LabelOutcome>;
	/** Why labels cannot be read here; null if they can. */
	problem(task: object): Promise<string | null>;
}

export type LabelReader = ReturnType<typeof createLabelReader>;

/** A process that recognises print, one picture at a time, and is killed when one takes too long or too much memory. */
export function createLabelReader() {
	const pool = createProcessPool({
		entry: "label-reader",
		processes: 1,
		mostWaiting: Number.POSITIVE_INFINITY,
		idleMs: 1000,
		niceness: LOWEST_PRIORITY,
	});
	const limits = { longestMs: LONGEST_MS, mostBytes: MOST_BYTES };
	return {
		/** @throws Error where the packages that it needs are not installed */
		async read(bytes: Uint8Array, signal?: AbortSignal): Promise<LabelOutcome> {
			try {
				return (await pool.run({ name: "read", input: { bytes }, ...limits, signal })) as LabelOutcome;
			} catch (fault) {
				if (fault instanceof TaskEnded) return { refused: `reading ${fault.message}` };
				throw fault;
			}
		},
		problem: async () => (await pool.run({ name: "problem", input: {}, ...limits })) as string | null,
		close: () => pool.close(),
	};
}
