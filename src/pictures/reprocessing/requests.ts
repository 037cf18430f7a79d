import { databaseTimeMs } from "../../platform/db/database-time.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { forUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { askTask, changeTask, dropTask, isToDo, queueTask } from "../../platform/tasks/stored-tasks.ts";
import type { TaskRequest, TaskTable } from "../../platform/tasks/task-table.ts";
import { isUnfinished, preparing, runs } from "./run.ts";

export interface NewRun {
	readonly runId: string;
	/** Null for one of the command. */
	readonly accountId: string | null;
	readonly nowMs: number;
}

/** Starts a run, replacing the last one. @returns `under_way` if one is unfinished. */
export async function beginRun(
	tx: Tx,
	traits: EngineTraits,
	{ runId, accountId, nowMs }: NewRun,
): Promise<"begun" | "under_way"> {
	const before = await lockedRun(tx, traits);
	if (before && isUnfinished(before)) return "under_way";
	if (before) await dropTask(tx, before);
	await queueTask(tx, { ...preparing(runId), accountId, nowMs });
	return "begun";
}

/** The run in progress or the last one, locked until the transaction ends. */
export function lockedRun(tx: Tx, traits: EngineTraits): Promise<TaskTable | undefined> {
	return forUpdate(runs(tx), traits).executeTakeFirst();
}

/**
 * Requests that a run is paused, stopped, or started over with another style.
 * @param runId the only run that is meant; absent: whichever it is
 * @returns the run as it was before; `undefined` if the request does not fit its state.
 */
export async function askOfRun(
	tx: Tx,
	traits: EngineTraits,
	asked: TaskRequest,
	runId?: string,
): Promise<TaskTable | undefined> {
	const run = await lockedRun(tx, traits);
	if (!run || (runId !== undefined && run.ref !== runId) || !mayAsk(run, asked)) return undefined;
	await askTask(tx, run, asked, await databaseTimeMs(tx, traits));
	return run;
}

/** A run about to pause or stop cannot be asked to start over. */
function mayAsk(run: TaskTable, asked: TaskRequest): boolean {
	if (asked === "stop") return isUnfinished(run) && run.asked !== "stop";
	return isToDo(run) && (run.asked === null || (asked === "pause" && run.asked === "begin"));
}

/** Resumes a paused run, or one that is about to pause. @returns the run before; `undefined` if there is none. */
export async function resumeRun(tx: Tx, traits: EngineTraits): Promise<TaskTable | undefined> {
	const run = await lockedRun(tx, traits);
	if (!run || (run.state !== "paused" && run.asked !== "pause")) return undefined;
	await changeTask(tx, run, run.state === "paused" ? { state: "waiting" } : { asked: null });
	return run;
}
