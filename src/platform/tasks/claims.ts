import { command } from "../db/command.ts";
import { databaseTimeMs } from "../db/database-time.ts";
import type { EngineTraits } from "../db/engine-traits.ts";
import { updateRow } from "../db/rows.ts";
import type { Tx } from "../db/tx.ts";
import { setServiceState } from "../service-state.ts";
import type { Renewal } from "./hold-lease.ts";
import { LEASE_MS, type LeaseHolder, leaseLeftMs } from "./lease.ts";
import { COMMAND_ONLY, carriedOut, changeTask, tasksToDo } from "./stored-tasks.ts";
import type { TaskKey, TaskKind, TaskTable } from "./task-table.ts";

/** Begins to claim a task: concurrent claims wait and then see this lease, so that one task of a kind is done at a time. @returns the database's time. */
export async function beginClaim(
	tx: Tx,
	traits: EngineTraits,
	kind: TaskKind,
	{ leaseId }: LeaseHolder,
): Promise<number> {
	await setServiceState(tx, `${kind}_claim`, leaseId);
	return databaseTimeMs(tx, traits);
}

/** The tasks of a kind that may be claimed: none while a lease on one lasts. */
export async function claimableTasks(
	tx: Tx,
	kind: TaskKind,
	nowMs: number,
): Promise<TaskTable[] | undefined> {
	const tasks = await tasksToDo(tx, kind);
	return tasks.some(({ lease_until }) => leaseLeftMs(lease_until, nowMs) > 0) ? undefined : tasks;
}

interface ClaimRules {
	/** Where the claiming process is, for tasks that have a place. */
	readonly place?: string;
	/** How many processes may die of a task before it is given up, and the failure then. */
	readonly giveUp?: { readonly attempts: number; readonly failure: string };
	/** Called for a task that ended without a process: stopped or given up. */
	readonly onEnded?: (task: TaskTable) => Promise<void>;
}

/**
 * Claims the task that a dead process left, or else the one that has waited longest, unless one of its kind is being done. What a dead process was asked to
 * do is carried out first. @returns `undefined` when there is nothing to do.
 */
export async function claimTask(
	tx: Tx,
	traits: EngineTraits,
	kind: TaskKind,
	holder: LeaseHolder,
	{ place, giveUp, onEnded }: ClaimRules = {},
): Promise<TaskTable | undefined> {
	const nowMs = await beginClaim(tx, traits, kind, holder);
	for (const task of (await claimableTasks(tx, kind, nowMs)) ?? []) {
		const ended = endedByItself(task, giveUp, nowMs);
		if (ended) {
			await changeTask(tx, task, ended);
			await onEnded?.(task);
		} else if (task.place === null || task.place === place) {
			return takeTask(tx, task, holder, nowMs);
		}
	}
	return undefined;
}

function endedByItself(
	{ state, asked, place, attempts }: TaskTable,
	giveUp: ClaimRules["giveUp"],
	nowMs: number,
): Partial<TaskTable> | undefined {
	if (asked === "pause" || asked === "stop") return carriedOut(asked, nowMs);
	if (state !== "running") return undefined;
	if (place === COMMAND_ONLY) return { state: "stopped", ended_at: nowMs };
	if (giveUp && attempts >= giveUp.attempts)
		return { ...carriedOut("stop", nowMs), state: "failed", failure: giveUp.failure };
	return undefined;
}

/** Takes a task, whoever held it: that process ends as soon as it notices. @returns the task as it is now. */
export async function takeTask(
	tx: Tx,
	{ kind, ref, attempts }: Pick<TaskTable, "kind" | "ref" | "attempts">,
	{ leaseId }: LeaseHolder,
	nowMs: number,
): Promise<TaskTable | undefined> {
	return updateRow(
		tx,
		"task",
		{ kind, ref },
		{
			state: "running",
			asked: null,
			failure: null,
			lease_id: leaseId,
			lease_until: nowMs + LEASE_MS,
			attempts: attempts + 1,
			started_at: nowMs,
			ended_at: null,
		},
	);
}

/** A task whose lease is held: its row is changed only while it names this lease. */
export interface HeldTask extends LeaseHolder, TaskKey {}

/** The lease of whoever has claimed a task. */
export function leaseOn({ kind, ref, lease_id }: TaskTable): HeldTask {
	if (lease_id === null) throw new Error(`nobody holds ${kind} ${ref}`);
	return { kind, ref, leaseId: lease_id };
}

/** Locks a task that is held still. @returns `undefined` when somebody else has it. */
export function lockHeld(tx: Tx, { kind, ref, leaseId }: HeldTask, values: Partial<TaskTable> = {}) {
	return updateRow(tx, "task", { kind, ref, lease_id: leaseId }, { lease_id: leaseId, ...values });
}

/** What a task has to show; absent leaves that as it was. */
interface TaskProgress {
	readonly progress?: object | null | undefined;
}

function progressColumn({ progress }: TaskProgress): Partial<TaskTable> {
	return progress ? { progress: JSON.stringify(progress) } : {};
}

/** Renews the lease of a task and stores its progress. `lost`: it was ended or taken over, or what it is for is gone. */
export async function renew(
	tx: Tx,
	{ progress, ...held }: HeldTask & TaskProgress,
	traits: EngineTraits,
): Promise<Renewal> {
	const nowMs = await databaseTimeMs(tx, traits);
	const renewed = { state: "running", ended_at: null, lease_until: nowMs + LEASE_MS } as const;
	const task = await lockHeld(tx, held, { ...renewed, ...progressColumn({ progress }) });
	if (!task) return "lost";
	return task.asked === null ? "go_on" : "stop";
}

export const renewTask = command<HeldTask & TaskProgress, Renewal>("tasks.renew", renew);

/** How a process leaves a task. */
export type TaskEnd =
	| { readonly kind: "done" | "stopped" }
	| { readonly kind: "failed"; readonly failure: string }
	/** To be done by any process, after a while; what was asked for meanwhile is carried out. */
	| { readonly kind: "released"; readonly afterMs?: number; readonly failure?: string };

/** Records how a process leaves a task, and lets the next one begin. @returns the task as it is now; `undefined` when it was no longer held. */
export async function leave(
	tx: Tx,
	{ end, progress, ...held }: HeldTask & TaskProgress & { readonly end: TaskEnd },
	traits: EngineTraits,
): Promise<TaskTable | undefined> {
	const task = await lockHeld(tx, held);
	if (!task) return undefined;
	const nowMs = await databaseTimeMs(tx, traits);
	return lockHeld(tx, held, { ...progressColumn({ progress }), ...left(end, task, nowMs) });
}

function left(end: TaskEnd, { asked }: TaskTable, nowMs: number): Partial<TaskTable> {
	const failure = "failure" in end ? end.failure : null;
	if (end.kind !== "released") return { ...carriedOut("stop", nowMs), state: end.kind, failure };
	if (asked !== null) return carriedOut(asked, nowMs);
	const { afterMs } = end;
	const lease_until = afterMs === undefined ? 0 : nowMs + afterMs;
	return { ...carriedOut("begin", nowMs), lease_until, failure, attempts: 0 };
}

export const leaveTask = command<Parameters<typeof leave>[1], boolean>(
	"tasks.leave",
	async (tx, left, traits) => (await leave(tx, left, traits)) !== undefined,
);
