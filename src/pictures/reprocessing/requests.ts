import { databaseTimeMs } from "../../platform/db/database-time.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { forUpdate, insertRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { leaseLeftMs } from "../../platform/tasks/lease.ts";
import { isUnfinished, type PreparingRun, type PreparingRunTable, type RunRequest, runOf } from "./run.ts";

export interface NewRun {
	readonly runId: string;
	readonly origin: PreparingRun["origin"];
	readonly accountId: string | null;
	readonly nowMs: number;
}

/** Starts a run, replacing the last one. @returns `under_way` if one is unfinished. */
export async function beginRun(
	tx: Tx,
	traits: EngineTraits,
	{ runId, origin, accountId, nowMs }: NewRun,
): Promise<"begun" | "under_way"> {
	const before = await lockedRun(tx, traits);
	if (before && isUnfinished(before)) return "under_way";
	await tx.deleteFrom("preparing_run").execute();
	await insertRow(tx, "preparing_run", {
		run_id: runId,
		origin,
		account_id: accountId,
		state: "going",
		prepared: 0,
		completed: 0,
		superseded: 0,
		failed: 0,
		failures: "[]",
		worked_ms: 0,
		lease_until: 0,
		created_at: nowMs,
	});
	return "begun";
}

/** The run in progress or the last one, locked until the transaction ends. */
export async function lockedRun(tx: Tx, traits: EngineTraits): Promise<PreparingRun | undefined> {
	const query = tx.selectFrom("preparing_run").selectAll().orderBy("run_id", "desc").limit(1);
	const row = await forUpdate(query, traits).executeTakeFirst();
	return row && runOf(row);
}

/** State of a run after a request, if no process holds it. */
const AT_ONCE: Readonly<Record<RunRequest, PreparingRun["state"]>> = {
	pause: "paused",
	stop: "stopped",
	begin: "going",
};

/**
 * Requests that a run is paused, stopped, or started over with another style. The process that holds it carries that out; a run held by nobody changes at
 * once.
 * @returns the run as it was before; `undefined` if the request does not fit its state.
 */
export async function askOfRun(
	tx: Tx,
	traits: EngineTraits,
	asked: RunRequest,
	manualMs: number | null,
): Promise<PreparingRun | undefined> {
	const run = await lockedRun(tx, traits);
	if (!run || !mayAsk(run, asked)) return undefined;
	const nowMs = await databaseTimeMs(tx, traits, manualMs);
	const isHeld = run.leaseId !== null && leaseLeftMs(run.leaseUntilMs, nowMs) > 0;
	await changeRun(tx, run.runId, isHeld ? { asked } : settled(asked, nowMs));
	return run;
}

/** A run about to pause or stop cannot be asked to start over. */
function mayAsk(run: PreparingRun, asked: RunRequest): boolean {
	if (asked === "stop") return isUnfinished(run) && run.asked !== "stop";
	return run.state === "going" && (run.asked === null || (asked === "pause" && run.asked === "begin"));
}

/** Columns of a run once a request has been carried out. */
export function settled(asked: RunRequest, nowMs: number): Partial<PreparingRunTable> {
	const ended_at = asked === "stop" ? nowMs : null;
	return { state: AT_ONCE[asked], asked: null, lease_id: null, lease_until: 0, ended_at };
}

/** Resumes a paused run, or one that is about to pause. @returns the run before; `undefined` if there is none. */
export async function resumeRun(tx: Tx, traits: EngineTraits): Promise<PreparingRun | undefined> {
	const run = await lockedRun(tx, traits);
	const isPaused = run?.state === "paused" || (run?.state === "going" && run.asked === "pause");
	if (!run || !isPaused) return undefined;
	await changeRun(tx, run.runId, { state: "going", asked: null });
	return run;
}

export async function changeRun(tx: Tx, runId: string, values: Partial<PreparingRunTable>): Promise<void> {
	await tx.updateTable("preparing_run").set(values).where("run_id", "=", runId).execute();
}
