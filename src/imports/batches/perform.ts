import { plainFault } from "../../platform/plain-fault.ts";
import { workUnderLease } from "../../platform/tasks/work-under-lease.ts";
import { manualTimeMs } from "../../platform/time/clock.ts";
import { endTask, releaseTask, renewTask } from "./claims.ts";
import { createImportWork } from "./import-work.ts";
import type { ImportBatch } from "./store.ts";
import type { TaskParts } from "./task-work.ts";
import { createUndoWork } from "./undo-work.ts";

/**
 * Performs a claimed task: the dry run of an upload, its import, or its undoing. It ends with a report, with a failure message, or returned to the
 * queue when `shutdown` is signalled; whoever claims it then starts over, which changes nothing twice.
 */
export async function performTask(
	parts: TaskParts,
	batch: ImportBatch,
	leaseId: string,
	shutdown: AbortSignal,
): Promise<void> {
	const { db, clock } = parts;
	const lease = () => ({ importId: batch.import_id, leaseId, manualMs: manualTimeMs(clock) });
	const work = batch.task === "undo" ? createUndoWork(parts, batch) : createImportWork(parts, batch, lease);
	// A dry run reports nothing before it ends.
	const reports = () => (batch.task === "check" ? {} : work.reports());
	const done = () => {
		const progress = work.progress();
		return progress && { progress, reports: reports() };
	};
	const end = await workUnderLease(db, {
		renew: () => db.write(renewTask, { ...lease(), done: done() }),
		work: work.run,
		shutdown,
	});
	if (end.kind === "lost") return;
	if (end.kind === "released") {
		await db.write(releaseTask, { ...lease(), reports: reports() });
		return;
	}
	if (end.kind === "failed") {
		const failure = plainFault(end.fault);
		await db.write(endTask, { ...lease(), state: failedState(batch), failure, reports: reports() });
		return;
	}
	const isStopped = end.kind === "stopped";
	const made = batch.task === "check" && isStopped ? {} : work.reports();
	const isEnded = await db.write(endTask, { ...lease(), ...work.ended(isStopped), reports: made });
	if (isEnded && !isStopped) await work.tidy();
}

/** An import stays imported when undoing it fails. */
function failedState({ task, state }: ImportBatch) {
	return task === "undo" ? state : "failed";
}
