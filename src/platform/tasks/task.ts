/** A call of a function that a process of a pool serves (serve-tasks.ts). */
export interface ProcessTask {
	readonly name: string;
	/** Its argument; copied, like the result. */
	readonly input: unknown;
	/** The process is killed when the task takes longer than this. */
	readonly longestMs: number;
	/** The process is killed when it occupies more memory than this, in bytes. Not checked where there is no `/proc`. */
	readonly mostBytes: number;
	/** Kills the process when it is aborted; the task then fails with the signal's reason. */
	readonly signal?: AbortSignal | undefined;
}

export type TaskCall = Pick<ProcessTask, "name" | "input">;

/** Messages from a process: that it can take tasks, and the outcome of each. */
export type TaskReply = "ready" | { readonly result: unknown } | { readonly fault: string };

/** A task that was ended because of what it did to its process. The message says it of "it", such as "it takes longer than 5 s". */
export class TaskEnded extends Error {
	override name = "TaskEnded";
}

/** As many tasks are waiting as may wait: a later attempt may succeed. */
export class PoolFull extends Error {
	override name = "PoolFull";
}
