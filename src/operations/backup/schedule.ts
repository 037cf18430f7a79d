import { command } from "../../platform/db/command.ts";
import { databaseTimeMs } from "../../platform/db/database-time.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { setServiceState } from "../../platform/service-state.ts";
import type { Renewal } from "../../platform/tasks/hold-lease.ts";
import { beginClaim, LEASE_MS, type LeaseHolder, leaseLeftMs } from "../../platform/tasks/lease.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time/durations.ts";

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

/** Regular backups of an installation, as stored in `service_state`. */
export interface BackupState {
	readonly leaseId: string | null;
	readonly leaseUntilMs: number;
	/** What the holder of the lease does, and since when. */
	readonly task: BackupTask | null;
	readonly beganMs: number;
	readonly last: Readonly<Partial<Record<BackupTask, Attempt>>>;
	/** When the last success of each task began. */
	readonly goodMs: Readonly<Partial<Record<BackupTask, number>>>;
}

const STATE = "backup_state";
const CLAIM = "backup";
const NOTHING: BackupState = {
	...{ leaseId: null, leaseUntilMs: 0, task: null, beganMs: 0 },
	...{ last: {}, goodMs: {} },
};
/** After a failure. */
const AGAIN_AFTER_MS = HOUR_MS;

export interface BackupSchedule {
	/** Hour of the day, UTC. */
	readonly hour: number;
	readonly drillDays: number;
}

export async function readBackupState(tx: Tx): Promise<BackupState> {
	const row = await findRow(tx, "service_state", { name: STATE }, ["value"]);
	return row ? { ...NOTHING, ...JSON.parse(row.value) } : NOTHING;
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

/** A task, to be done under a lease. */
export interface ClaimedBackup {
	readonly task: BackupTask;
	readonly beganMs: number;
}

/** Claims what is due, or the task that was asked for, unless another process is at one. */
export const claimBackup = command<
	LeaseHolder & BackupSchedule & { readonly asked: BackupTask | null },
	ClaimedBackup | null
>("backup.claim", async (tx, { asked, ...holder }, traits) => {
	const nowMs = await beginClaim(tx, traits, CLAIM, holder);
	const state = await readBackupState(tx);
	if (leaseLeftMs(state.leaseUntilMs, nowMs) > 0) return null;
	const task = asked ?? dueTask(state, holder, nowMs);
	if (task === undefined) return null;
	const { leaseId } = holder;
	await keep(tx, { ...state, leaseId, leaseUntilMs: nowMs + LEASE_MS, task, beganMs: nowMs });
	return { task, beganMs: nowMs };
});

/** Renews the lease. */
export const renewBackup = command<LeaseHolder, Renewal>("backup.renew", async (tx, holder, traits) => {
	const nowMs = await beginClaim(tx, traits, CLAIM, holder);
	const state = await readBackupState(tx);
	if (state.leaseId !== holder.leaseId) return "lost";
	await keep(tx, { ...state, leaseUntilMs: nowMs + LEASE_MS });
	return "go_on";
});

/** How a task ended; null: it was given back, and is due again at once. */
export type BackupEnd = Pick<Attempt, "failure" | "made"> | null;

/** Releases the lease, and records how the task ended. */
export const leaveBackup = command<LeaseHolder & { readonly end: BackupEnd }, undefined>(
	"backup.leave",
	async (tx, { end, ...holder }, traits) => {
		await beginClaim(tx, traits, CLAIM, holder);
		const state = await readBackupState(tx);
		if (state.leaseId !== holder.leaseId || state.task === null) return undefined;
		const { task, beganMs, last, goodMs } = state;
		const released = { ...state, leaseId: null, leaseUntilMs: 0, task: null };
		const endedMs = await databaseTimeMs(tx, traits, holder.manualMs);
		await keep(
			tx,
			end === null
				? released
				: {
						...released,
						last: { ...last, [task]: { beganMs, endedMs, ...end } },
						goodMs: end.failure === null ? { ...goodMs, [task]: beganMs } : goodMs,
					},
		);
	},
);

async function keep(tx: Tx, state: BackupState): Promise<void> {
	await setServiceState(tx, STATE, JSON.stringify(state));
}
