import { pictureFault } from "../../pictures/store/picture-fault.ts";
import { BlobMissing, BlobUnavailable } from "../../platform/blobs/blob-store.ts";
import { StorageUnavailable } from "../../platform/db/database.ts";
import { ulid } from "../../platform/ids.ts";
import { plainFault } from "../../platform/plain-fault.ts";
import { leaseOn, leaveTask, renewTask, type TaskEnd } from "../../platform/tasks/claims.ts";
import { lookForWork } from "../../platform/tasks/look-for-work.ts";
import { isTaskDue } from "../../platform/tasks/stored-tasks.ts";
import { type WorkEnd, workUnderLease } from "../../platform/tasks/work-under-lease.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { storeFiles } from "./case-files.ts";
import { findCase } from "./read.ts";
import type { CaseProgress } from "./result.ts";
import { claimCase, endCase } from "./running.ts";
import type { LeakCaseRow } from "./tables.ts";
import { type Stores, traceCase } from "./trace-case.ts";

export interface RunnerParts extends Stores {
	readonly clock: Clock;
}

/** Traces the case that has waited longest, unless one is being traced; aborting `signal` makes it wait again. @returns whether a case was traced. */
export async function traceNextCase(parts: RunnerParts, signal?: AbortSignal): Promise<boolean> {
	const { db, clock } = parts;
	if (!(await isTaskDue(db.read, "case"))) return false;
	const leaseId = `run_${ulid(clock.now())}`;
	const task = await db.write(claimCase, { leaseId });
	const row = task && (await findCase(db, task.ref));
	if (!row) return false;
	const held = leaseOn(task);
	let progress: CaseProgress = { stage: "read", done: 0, total: null };
	const end = await workUnderLease(db, {
		renew: () => db.write(renewTask, { ...held, progress }),
		work: (ended) =>
			traceAndStore(parts, row, ended, (now) => {
				progress = now;
			}),
		shutdown: signal,
	});
	if ("made" in end) await db.write(endCase, { ...held, ...end.made });
	else if (end.kind !== "lost") await db.write(leaveTask, { ...held, end: unfinished(end) });
	return true;
}

async function traceAndStore(
	parts: RunnerParts,
	row: LeakCaseRow,
	signal: AbortSignal,
	progress: (now: CaseProgress) => void,
) {
	const traced = await traceCase(parts, row, parts.clock.now(), { signal, progress });
	const files = await storeFiles(parts, traced.files, parts.clock.now());
	return { result: JSON.stringify(traced.result), files };
}

/** @throws a fault of the stores, which is not the fault of the leaks: the case is retried until its attempts are used up. */
function unfinished(end: Extract<WorkEnd<unknown>, { kind: "released" | "failed" }>): TaskEnd {
	if (end.kind === "released") return end;
	const { fault } = end;
	if (fault instanceof StorageUnavailable || fault instanceof BlobUnavailable) throw fault;
	return { kind: "failed", failure: problemOf(fault) };
}

function problemOf(fault: unknown): string {
	if (fault instanceof BlobMissing) return `A stored file is missing: ${plainFault(fault)}.`;
	return `It could not be traced: ${pictureFault(fault)}.`;
}

/** Traces cases alongside a server, one at a time. @returns a function that stops it; a case in progress then waits again. */
export function traceCases(parts: RunnerParts, onFault: (fault: unknown) => void): () => Promise<void> {
	return lookForWork(parts, (signal) => traceNextCase(parts, signal), onFault);
}
