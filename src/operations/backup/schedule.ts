import { command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { readServiceState, setServiceState } from "../../platform/service-state.ts";
import { beginClaim, claimableTasks, claimTask, leave, type TaskEnd } from "../../platform/tasks/claims.ts";
import type { LeaseHolder } from "../../platform/tasks/lease.ts";
import {
	askTask,
	carriedOut,
	changeTask,
	findTask,
	isToDo,
	lockedTask,
	queueTask,
} from "../../platform/tasks/stored-tasks.ts";
import type { TaskTable } from "../../platform/tasks/task-table.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time/durations.ts";

const KIND = "backup";

export const BACKUP_TASKS = ["backup", "drill"] as const;
export type BackupTask = (typeof BACKUP_TASKS)[number];

/** The last attempt at a task that ended. */
export interface Attempt {
	readonly beganMs: number;
	readonly endedMs: number;
	/** Why it failed, as a message for people; null: it succeeded. */
	readonly failure: string | null;
	/** What it did, in words. */
	readonly made: string;
}

/** How the regular backups of an installation went, as stored in `service_state`. */
export interface BackupState {
	readonly last: Readonly<Partial<Record<BackupTask, Attempt>>>;
	/** When the last success of each task began. */
	readonly goodMs: Readonly<Partial<Record<BackupTask, number>>>;
}

const STATE = "backup_state";
/** After a failure. */
const AGAIN_AFTER_MS = HOUR_MS;

export interface BackupSchedule {
	/** Hour of the day, UTC. */
	readonly hour: number;
	readonly drillDays: number;
}

export async function readBackupState(tx: Tx): Promise<BackupState> {
	const text = await readServiceState(tx, STATE);
	return text === undefined ? { last: {}, goodMs: {} } : JSON.parse(text);
}

/**
 * What is due: a backup once a day from an hour on, and at once where there never was one; a drill some days after the last one, where there is a
 * backup. What failed is tried again an hour later.
 */
export function dueTask(
	state: BackupState,
	{ hour, drillDays }: BackupSchedule,
	nowMs: number,
): BackupTask | undefined {
	const { last, goodMs } = state;
	const failed = (task: BackupTask) => last[task] !== undefined && last[task].failure !== null;
	const rests = (task: BackupTask) => failed(task) && nowMs - (last[task]?.endedMs ?? 0) < AGAIN_AFTER_MS;
	const hourMs = nowMs - (nowMs % DAY_MS) + hour * HOUR_MS;
	const scheduledMs = hourMs <= nowMs ? hourMs : hourMs - DAY_MS;
	const isBackupDue = goodMs.backup === undefined || goodMs.backup < scheduledMs;
	if (isBackupDue && !rests("backup")) return "backup";
	if (drillDays === 0 || goodMs.backup === undefined || rests("drill")) return undefined;
	return goodMs.drill === undefined || nowMs - goodMs.drill >= drillDays * DAY_MS ? "drill" : undefined;
}

/** Claims what is due, or the task that was asked for, unless another process is at one. */
export const claimBackup = command<
	LeaseHolder & BackupSchedule & { readonly asked: BackupTask | null },
	TaskTable | null
>("backup.claim", async (tx, { asked, ...holder }, traits) => {
	const nowMs = await beginClaim(tx, traits, KIND, holder);
	const left = await claimableTasks(tx, KIND, nowMs);
	if (!left) return null;
	for (const task of left) await endLeft(tx, task, nowMs);
	const ref = asked ?? dueTask(await readBackupState(tx), holder, nowMs);
	if (ref === undefined) return null;
	await queueTask(tx, { kind: KIND, ref, nowMs });
	return (await claimTask(tx, traits, KIND, holder)) ?? null;
});

/** Ends what a dead process left: it is due again by the schedule alone, and rests if that process was asked to stop. */
async function endLeft(tx: Tx, task: TaskTable, nowMs: number): Promise<void> {
	const { ref, asked, started_at: beganMs } = task;
	await changeTask(tx, task, carriedOut("stop", nowMs));
	if (asked === "stop" && beganMs !== null)
		await noteAttempt(tx, ref as BackupTask, { beganMs, endedMs: nowMs, ...STOPPED });
}

/** How a task ended; null: it was given back, and is due again at once unless it was asked to stop. */
export type BackupEnd = Pick<Attempt, "failure" | "made"> | null;

/** Releases the lease, and records how the task ended. */
export const leaveBackup = command<
	LeaseHolder & { readonly task: BackupTask; readonly end: BackupEnd },
	undefined
>("backup.leave", async (tx, { task: ref, end, ...holder }, traits) => {
	const task = { kind: KIND, ref } as const;
	const how = end ?? ((await findTask(tx, task))?.asked === "stop" ? STOPPED : null);
	const ended = await leave(tx, { ...holder, ...task, end: taskEnd(how) }, traits);
	if (!ended?.started_at || !ended.ended_at || how === null) return;
	await noteAttempt(tx, ref, { beganMs: ended.started_at, endedMs: ended.ended_at, ...how });
});

async function noteAttempt(tx: Tx, task: BackupTask, attempt: Attempt): Promise<void> {
	const { last, goodMs } = await readBackupState(tx);
	const state: BackupState = {
		last: { ...last, [task]: attempt },
		goodMs: attempt.failure === null ? { ...goodMs, [task]: attempt.beganMs } : goodMs,
	};
	await setServiceState(tx, STATE, JSON.stringify(state));
}

/** How an attempt ended that an administrator stopped: the next follows when one that failed would be tried again. */
export const STOPPED: NonNullable<BackupEnd> = { failure: "It was stopped.", made: "" };

/** Asks for a task to be stopped. */
export async function askToStopBackup(
	tx: Tx,
	traits: EngineTraits,
	ref: string,
	nowMs: number,
): Promise<"asked" | "asked_before" | "ended"> {
	const task = await lockedTask(tx, traits, { kind: KIND, ref });
	if (!task || !isToDo(task)) return "ended";
	const { started_at: beganMs, asked } = task;
	if ((await askTask(tx, task, "stop", nowMs)) && beganMs !== null)
		await noteAttempt(tx, ref as BackupTask, { beganMs, endedMs: nowMs, ...STOPPED });
	return asked === "stop" ? "asked_before" : "asked";
}

function taskEnd(end: BackupEnd): TaskEnd {
	if (end === null) return { kind: "stopped" };
	return end.failure === null ? { kind: "done" } : { kind: "failed", failure: end.failure };
}
