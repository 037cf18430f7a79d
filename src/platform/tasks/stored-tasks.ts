import type { EngineTraits } from "../db/engine-traits.ts";
import { deleteRows, findRow, forUpdate, updateRows } from "../db/rows.ts";
import type { Tx } from "../db/tx.ts";
import { isReadableJson } from "../readable-json.ts";
import { leaseLeftMs } from "./lease.ts";
import type { TaskKey, TaskKind, TaskRequest, TaskState, TaskTable } from "./task-table.ts";

const TO_DO: readonly TaskState[] = ["waiting", "running"];

/** Whether it is to be done, or being done. */
export function isToDo({ state }: { readonly state: TaskState | null }): boolean {
	return state !== null && TO_DO.includes(state);
}

export function findTask(tx: Tx, { kind, ref }: TaskKey): Promise<TaskTable | undefined> {
	return findRow(tx, "task", { kind, ref });
}

/** The same as `findTask`, locked until the transaction ends. */
export async function lockedTask(
	tx: Tx,
	traits: EngineTraits,
	{ kind, ref }: TaskKey,
): Promise<TaskTable | undefined> {
	const query = tx.selectFrom("task").selectAll().where("kind", "=", kind).where("ref", "=", ref);
	return forUpdate(query, traits).executeTakeFirst();
}

/** The tasks of a kind that are to be done: first those whose process may have died, then those that have waited longest. */
export function tasksToDo(tx: Tx, kind: TaskKind): Promise<TaskTable[]> {
	return (
		tx
			.selectFrom("task")
			.selectAll()
			.where("kind", "=", kind)
			.where("state", "in", TO_DO)
			// `running` sorts before `waiting`.
			.orderBy("state")
			.orderBy("created_at")
			.orderBy("ref")
			.execute()
	);
}

/** What tasks of a kind are to be done for, as a subquery. */
export function refsToDo(tx: Tx, kind: TaskKind) {
	return tx.selectFrom("task").select("ref").where("kind", "=", kind).where("state", "in", TO_DO);
}

/** Whether any task of a kind is to be done. Does not write. */
export async function isTaskDue(tx: Tx, kind: TaskKind): Promise<boolean> {
	return (await refsToDo(tx, kind).limit(1).executeTakeFirst()) !== undefined;
}

export interface NewTask extends TaskKey {
	readonly action?: string | null;
	readonly accountId?: string | null;
	readonly place?: string | null;
	readonly nowMs: number;
}

/** Asks for a task. @returns whether it was asked for: not while the last one for the same thing is unfinished. */
export async function queueTask(tx: Tx, { kind, ref, nowMs, ...given }: NewTask): Promise<boolean> {
	const task = {
		action: given.action ?? null,
		account_id: given.accountId ?? null,
		place: given.place ?? null,
		state: "waiting" as const,
		asked: null,
		lease_id: null,
		lease_until: 0,
		attempts: 0,
		progress: null,
		created_at: nowMs,
		started_at: null,
		ended_at: null,
	};
	const queued = await tx
		.insertInto("task")
		.values({ kind, ref, ...task })
		.onConflict((on) =>
			on.columns(["kind", "ref"]).doUpdateSet(task).where("task.state", "in", ["done", "stopped", "failed"]),
		)
		.returning("ref")
		.executeTakeFirst();
	return queued !== undefined;
}

/**
 * Asks for something of a locked task. The process that holds it carries that out; what nobody holds changes at once.
 * @returns whether it changed at once.
 */
export async function askTask(tx: Tx, task: TaskTable, asked: TaskRequest, nowMs: number): Promise<boolean> {
	const isHeld = task.lease_id !== null && leaseLeftMs(task.lease_until, nowMs) > 0;
	await changeTask(tx, task, isHeld ? { asked } : carriedOut(asked, nowMs));
	return !isHeld;
}

const STATE_AFTER = { pause: "paused", stop: "stopped", begin: "waiting" } as const;

/** Columns of a task once a request has been carried out. Who held it has lost it. */
export function carriedOut(asked: TaskRequest, nowMs: number): Partial<TaskTable> {
	const ended_at = asked === "stop" ? nowMs : null;
	return { state: STATE_AFTER[asked], asked: null, lease_id: null, lease_until: 0, ended_at };
}

export async function changeTask(tx: Tx, { kind, ref }: TaskKey, values: Partial<TaskTable>): Promise<void> {
	await updateRows(tx, "task", { kind, ref }, values);
}

/** Removes a task with what it was for. A process that holds it notices. */
export async function dropTask(tx: Tx, { kind, ref }: TaskKey): Promise<void> {
	await deleteRows(tx, "task", { kind, ref });
}

const ENDED: readonly string[] = ["done", "stopped", "failed"];
const STATES: readonly string[] = ["waiting", "running", "paused", ...ENDED];
const REQUESTS: readonly (string | null)[] = [null, "pause", "stop", "begin"];

/** What is wrong with the stored tasks of a kind, by what they name. */
export async function taskFaults(
	scan: Tx,
	kind: TaskKind,
): Promise<{ readonly ref: string; readonly problem: string }[]> {
	const tasks = await scan.selectFrom("task").selectAll().where("kind", "=", kind).orderBy("ref").execute();
	return tasks.flatMap((task) => faultsOf(task).map((problem) => ({ ref: task.ref, problem })));
}

function faultsOf({ state, asked, progress, place, lease_id, ended_at }: TaskTable): string[] {
	const isHeld = lease_id !== null;
	return [
		...(STATES.includes(state) ? [] : [`its task is ${state}`]),
		...(REQUESTS.includes(asked) ? [] : [`its task was asked to ${asked}`]),
		...(isReadableJson(progress) ? [] : ["its progress is unreadable"]),
		...(state === "running" && !isHeld ? ["its task is running, but no process holds it"] : []),
		// A command that was merely suspended goes on.
		...(state !== "running" && isHeld && place !== COMMAND_ONLY
			? [`a process holds its task, although that is ${state}`]
			: []),
		...(ENDED.includes(state) === (ended_at === null)
			? ["its task ended without an end time, or has one but did not end"]
			: []),
	];
}

/** The place of a task that only the command can do that began it: nobody takes it over. */
export const COMMAND_ONLY = "command";
