import type { Database } from "../../platform/db/database.ts";
import { ulid } from "../../platform/ids.ts";
import { lookForWork } from "../../platform/tasks/look-for-work.ts";
import { runProcess } from "../../platform/tasks/run-process.ts";
import { type Clock, manualTimeMs } from "../../platform/time/clock.ts";
import type { UploadFolder } from "../uploads/folder.ts";
import { claimTask, endTask, freeAbandoned } from "./claims.ts";

interface RunnerParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly folder: UploadFolder;
}

/**
 * Looks every second for an import to check, run or undo, and performs it in a separate process at the lowest priority, so that neither its CPU time
 * nor its memory burdens the server. @returns a function that stops it; a task in progress is returned to the queue for the next server.
 */
export function runImports(parts: RunnerParts, onFault: (fault: unknown) => void): () => Promise<void> {
	return lookForWork(parts, (stopping) => doNext(parts, stopping), onFault);
}

async function isAnyWaiting(db: Database): Promise<boolean> {
	const row = await db.read
		.selectFrom("import_batch")
		.select("import_id")
		.where("task", "is not", null)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

async function doNext({ db, clock, folder }: RunnerParts, stopping: AbortSignal): Promise<boolean> {
	if (!(await isAnyWaiting(db))) return false;
	const manualMs = manualTimeMs(clock);
	await db.write(freeAbandoned, { manualMs });
	const leaseId = ulid(clock.now());
	const batch = await db.write(claimTask, { leaseId, folderId: await folder.id(), manualMs });
	if (!batch) return false;
	const how = await runProcess(["perform-import", batch.import_id, leaseId], stopping);
	if (how === undefined) return true;
	// Normally the process returns the task or ends it. Restarted, it would crash in the same way.
	const failure = `The process that did it ended unexpectedly (${how}).`;
	await db.write(endTask, { importId: batch.import_id, leaseId, manualMs, state: "failed", failure });
	return true;
}
