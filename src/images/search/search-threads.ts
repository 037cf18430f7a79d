import { availableParallelism } from "node:os";
import type { Likeness, Sighted } from "@packshot/marking/search";
import { Piscina } from "piscina";
import { workerFile } from "../../platform/worker-file.ts";
import type { CompareTask, ScanTask, ScoreTask } from "./search-tasks.ts";

/** Threads that search for leaks, one for each core. */
export interface SearchThreads {
	readonly count: number;
	/** Takes the memory of the packs with it: each must have its own. */
	scan(task: ScanTask): Promise<Sighted[][]>;
	compare(task: CompareTask): Promise<Likeness[]>;
	score(task: ScoreTask): Promise<Float64Array[]>;
	close(): Promise<void>;
}

export function createSearchThreads(): SearchThreads {
	const count = availableParallelism();
	const pool = new Piscina({
		filename: workerFile("leak-searcher"),
		minThreads: 0,
		maxThreads: count,
		// Whoever opens them closes them. A thread that ended whenever it waits for prints would be made again for every few pages.
		idleTimeout: Number.POSITIVE_INFINITY,
	});
	return {
		count,
		scan: (task) =>
			pool.run(task, { name: "scan", transferList: task.packs.map(({ buffer }) => buffer as ArrayBuffer) }),
		compare: (task) => pool.run(task, { name: "compare" }),
		score: (task) => pool.run(task, { name: "score" }),
		close: () => pool.destroy(),
	};
}
