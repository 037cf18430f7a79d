import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { type ProcessedKind, runInProcesses } from "../../platform/tasks/run-in-processes.ts";
import { isTaskDue } from "../../platform/tasks/stored-tasks.ts";
import type { Clock } from "../../platform/time/clock.ts";
import {
	type BackupSchedule,
	type BackupTask,
	claimBackup,
	dueTask,
	leaveBackup,
	readBackupState,
} from "./schedule.ts";

interface RunnerParts {
	readonly db: Database;
	readonly clock: Clock;
	/** Nothing is due without a location. */
	readonly schedule: BackupSchedule & { readonly location: unknown };
}

/** Makes the backups and drills that are due, beside a server. @returns a function that stops it; what is under way is given back. */
export function runBackups(
	{ db, clock, schedule }: RunnerParts,
	onFault: (fault: unknown) => void,
): () => Promise<void> {
	const backups: ProcessedKind = {
		kind: "backup",
		// Also for what a process left that died: claiming ends it.
		isDue: async () =>
			schedule.location !== undefined &&
			(dueTask(await readBackupState(db.read), schedule, clock.now()) !== undefined ||
				(await isTaskDue(db.read, "backup"))) &&
			(await isUsed(db.read)),
		claim(holder) {
			const { hour, drillDays } = schedule;
			return db.write(claimBackup, { ...holder, hour, drillDays, asked: null });
		},
		async crashed({ kind, ref, ...holder }, failure) {
			await db.write(leaveBackup, { ...holder, task: ref as BackupTask, end: { failure, made: "" } });
			throw new Error(`${ref}: ${failure}`);
		},
	};
	return runInProcesses({ db, clock }, backups, onFault);
}

/** An installation that nobody uses yet has nothing to back up, and may be about to be restored from that very place. */
async function isUsed(tx: Tx): Promise<boolean> {
	for (const table of ["account", "client", "product"] as const)
		if (await tx.selectFrom(table).select(sql`1`.as("one")).limit(1).executeTakeFirst()) return true;
	return false;
}
