import type { Database } from "../../platform/db/database.ts";
import { ulid } from "../../platform/ids.ts";
import { lookForWork } from "../../platform/tasks/look-for-work.ts";
import { runProcess } from "../../platform/tasks/run-process.ts";
import { type Clock, manualTimeMs } from "../../platform/time/clock.ts";
import { type BackupSchedule, claimBackup, dueTask, leaveBackup, readBackupState } from "./schedule.ts";

interface RunnerParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly schedule: BackupSchedule;
}

/**
 * Looks every second for a backup or a drill that is due, and starts a process for it at the lowest priority: on whichever node looks first.
 * @returns a function that stops it; what is under way is given back.
 */
export function runBackups(parts: RunnerParts, onFault: (fault: unknown) => void): () => Promise<void> {
	return lookForWork(parts, (stopping) => doNext(parts, stopping), onFault);
}

async function doNext({ db, clock, schedule }: RunnerParts, stopping: AbortSignal): Promise<boolean> {
	if (dueTask(await readBackupState(db.read), schedule, clock.now()) === undefined) return false;
	const holder = { leaseId: `lease_${ulid(clock.now())}`, manualMs: manualTimeMs(clock) };
	const claimed = await db.write(claimBackup, { ...holder, ...schedule, asked: null });
	if (!claimed) return false;
	const how = await runProcess(["perform-backup", holder.leaseId], stopping);
	// Normally the process has left the task itself: then this changes nothing.
	const end = how === undefined ? null : { failure: `its process ended unexpectedly (${how})`, made: "" };
	await db.write(leaveBackup, { ...holder, end });
	if (end) throw new Error(`${claimed.task}: ${end.failure}`);
	return true;
}
