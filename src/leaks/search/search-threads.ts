import { availableParallelism } from "node:os";
import type { Likeness, Sighted } from "@packshot/marking/search";
import { Piscina } from "piscina";
import { workerFile } from "../../platform/worker-file.ts";
import type { CompareTask, ScanTask, ScoreTask } from "./search-tasks.ts";

export interface SearchThreads {
	readonly count: number;
	/** Transfers the memory of the packs to the thread: each must have its own buffer. */
	scan(task: ScanTask): Promise<Sighted[]>;
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
		// They outlive waits for the database, but not the reading of a leak, which needs the memory that they hold.
		idleTimeout: 500,
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
