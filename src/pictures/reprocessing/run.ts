import type { Tx } from "../../platform/db/tx.ts";
import { isToDo } from "../../platform/tasks/stored-tasks.ts";
import type { TaskKey, TaskTable } from "../../platform/tasks/task-table.ts";

/** A reprocessing run of all pictures; `prep_` and a ULID identify it. Which pictures are still to be done follows from their `watermark_version`. */
export const preparing = (runId: string): TaskKey => ({ kind: "preparing", ref: runId });

export type RunState = "going" | "paused" | "done" | "stopped" | "failed";

/** A picture that could not be prepared. */
export interface FailedPicture {
	readonly barcode: string;
	readonly variant: string;
	readonly reason: string;
}

/** Progress of a run, as stored. */
export interface RunFigures {
	/** How many pictures there are to prepare or complete, including finished ones; null: not counted yet. */
	readonly total: number | null;
	readonly prepared: number;
	readonly completed: number;
	readonly superseded: number;
	/** Of the latest pass: pictures that failed are retried whenever the run resumes. */
	readonly failed: number;
	/** Time spent working on it, without pauses. */
	readonly workedMs: number;
	/** The first failures. */
	readonly failures: readonly FailedPicture[];
}

const NOTHING: RunFigures = {
	total: null,
	prepared: 0,
	completed: 0,
	superseded: 0,
	failed: 0,
	workedMs: 0,
	failures: [],
};

/** The run in progress, or else the last one. Earlier ones are in the activity log. */
export async function readRun(tx: Tx): Promise<TaskTable | undefined> {
	return runs(tx).executeTakeFirst();
}

export function runs(tx: Tx) {
	return tx.selectFrom("task").selectAll().where("kind", "=", "preparing").orderBy("ref", "desc").limit(1);
}

export function figuresOf({ progress }: TaskTable): RunFigures {
	return progress === null ? NOTHING : JSON.parse(progress);
}

/** As the pages call it: while there is work, it is going. */
export function runState(run: TaskTable): RunState {
	return isToDo(run) ? "going" : (run.state as Exclude<TaskTable["state"], "waiting" | "running">);
}

/** Whether there is work left, now or once it is resumed. */
export function isUnfinished(run: TaskTable): boolean {
	return isToDo(run) || run.state === "paused";
}
