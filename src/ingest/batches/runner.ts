import { type Clock, manualTimeMs } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { ulid } from "../../platform/ids.ts";
import { lookForWork } from "../../platform/leases/look-for-work.ts";
import { runProcess } from "../../platform/leases/run-process.ts";
import type { UploadFolder } from "../uploads/folder.ts";
import { claimTask, endTask, freeAbandoned } from "./claims.ts";

interface RunnerParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly folder: UploadFolder;
}

/**
 * Looks every second for an import to check, run or undo, and has a process of its own do it at the lowest priority: neither its work nor
 * its memory is the server's. @returns what stops it; a task that is under way is given back, and done by the next server that looks.
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
	// It would have given the task back or ended it: begun again, it would end in the same way.
	const failure = `The process that did it ended unexpectedly (${how}).`;
	await db.write(endTask, { importId: batch.import_id, leaseId, manualMs, state: "failed", failure });
	return true;
}
