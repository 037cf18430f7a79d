import { plainFault } from "../../platform/plain-fault.ts";
import { type HeldTask, leaseOn, type TaskEnd } from "../../platform/tasks/claims.ts";
import type { TaskTable } from "../../platform/tasks/task-table.ts";
import { workUnderLease } from "../../platform/tasks/work-under-lease.ts";
import { leaveImport, renewImport } from "./claims.ts";
import { createImportWork } from "./import-work.ts";
import { findImport, type ImportBatch } from "./store.ts";
import type { ImportState } from "./tables.ts";
import type { TaskParts, TaskWork } from "./task-work.ts";
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
	const work = await workOn(parts, batch, lease);
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
	const isDone = end.kind === "done";
	const isFileDone = isDone && batch.task === "import";
	const isEnded = await db.write(leaveImport, {
		...lease,
		...("made" in end ? end.made : {}),
		end: end.kind === "failed" ? { kind: end.kind, failure: plainFault(end.fault) } : { kind: end.kind },
		state: stateAfter(batch, end.kind),
		reports: isDone ? work.reports() : reports(),
		isFileDone,
	});
	if (isEnded && isFileDone) await parts.folder.removeOf(batch.import_id);
}

async function workOn(parts: TaskParts, batch: ImportBatch, lease: HeldTask): Promise<TaskWork> {
	if (batch.task === "undo") return createUndoWork(parts, batch);
	if (batch.task !== "look") return createImportWork(parts, batch, lease);
	const { createCardWork } = await import("../studio/card-work.ts");
	return createCardWork(parts, batch);
}

/** The state of an import after its task; `undefined` leaves it as it was. */
function stateAfter({ task, state, report }: ImportBatch, end: TaskEnd["kind"]): ImportState | undefined {
	if (end === "released") return undefined;
	// An import stays imported when undoing it fails.
	if (task === "undo") return end === "done" ? "undone" : state;
	if (end === "failed") return "failed";
	if (task === "look") return end === "done" ? "grouped" : undefined;
	if (task === "import") return end === "done" ? "imported" : "stopped";
	// A dry run that was stopped has no result; what had already been imported from the file stays imported.
	return end === "stopped" || report ? undefined : "checked";
}
