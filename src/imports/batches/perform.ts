import { plainFault } from "../../platform/plain-fault.ts";
import { leaseOn } from "../../platform/tasks/claims.ts";
import type { TaskTable } from "../../platform/tasks/task-table.ts";
import { workUnderLease } from "../../platform/tasks/work-under-lease.ts";
import { leaveImport, renewImport } from "./claims.ts";
import { createImportWork } from "./import-work.ts";
import { findImport, type ImportBatch } from "./store.ts";
import type { TaskParts } from "./task-work.ts";
import { createUndoWork } from "./undo-work.ts";

/**
 * Performs a claimed task: the dry run of an upload, its import, or its undoing. It ends with a report, with a failure message, or returned to the
 * queue when `shutdown` is signalled; whoever claims it then starts over, which changes nothing twice.
 */
export async function performTask(parts: TaskParts, task: TaskTable, shutdown: AbortSignal): Promise<void> {
	const { db } = parts;
	const lease = leaseOn(task);
	const batch = await findImport(db.read, task.ref);
	if (!batch) return;
	const work = batch.task === "undo" ? createUndoWork(parts, batch) : createImportWork(parts, batch, lease);
	// A dry run reports nothing before it ends.
	const reports = () => (batch.task === "check" ? {} : work.reports());
	const done = () => {
		const progress = work.progress();
		return progress && { progress, reports: reports() };
	};
	const end = await workUnderLease(db, {
		renew: () => db.write(renewImport, { ...lease, done: done() }),
		work: work.run,
		shutdown,
	});
	if (end.kind === "lost") return;
	if (end.kind === "released") {
		await db.write(leaveImport, { ...lease, end, reports: reports() });
		return;
	}
	if (end.kind === "failed") {
		const failed = { kind: end.kind, failure: plainFault(end.fault) };
		await db.write(leaveImport, { ...lease, end: failed, state: failedState(batch), reports: reports() });
		return;
	}
	const { kind } = end;
	const isStopped = kind === "stopped";
	const made = batch.task === "check" && isStopped ? {} : work.reports();
	const outcome = { ...work.ended(isStopped), reports: made };
	const isEnded = await db.write(leaveImport, { ...lease, end: { kind }, ...outcome });
	if (isEnded && !isStopped) await work.tidy();
}

/** An import stays imported when undoing it fails. */
function failedState({ task, state }: ImportBatch) {
	return task === "undo" ? state : "failed";
}
