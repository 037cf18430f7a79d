import { pictureFault } from "../../pictures/store/picture-fault.ts";
import { BlobMissing, BlobUnavailable } from "../../platform/blobs/blob-store.ts";
import { StorageUnavailable } from "../../platform/db/database.ts";
import { ulid } from "../../platform/ids.ts";
import { plainFault } from "../../platform/plain-fault.ts";
import { lookForWork } from "../../platform/tasks/look-for-work.ts";
import { type WorkEnd, workUnderLease } from "../../platform/tasks/work-under-lease.ts";
import { type Clock, manualTimeMs } from "../../platform/time/clock.ts";
import { storeFiles } from "./case-files.ts";
import type { CaseProgress } from "./result.ts";
import { type CaseEnd, claimCase, endCase, renewCase } from "./running.ts";
import type { LeakCaseRow } from "./tables.ts";
import { type Stores, traceCase } from "./trace-case.ts";

export interface RunnerParts extends Stores {
	readonly clock: Clock;
}

/** Whether a case is waiting, or was left behind by a process that died. Does not write. */
async function isCaseDue({ db }: RunnerParts): Promise<boolean> {
	const row = await db.read
		.selectFrom("leak_case")
		.select("case_id")
		.where("status", "in", ["waiting", "running"])
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Traces the case that has waited longest, unless one is being traced; aborting `signal` makes it wait again. @returns whether a case was traced. */
export async function traceNextCase(parts: RunnerParts, signal?: AbortSignal): Promise<boolean> {
	const { db, clock } = parts;
	if (!(await isCaseDue(parts))) return false;
	const holder = { leaseId: `run_${ulid(clock.now())}`, manualMs: manualTimeMs(clock) };
	const row = await db.write(claimCase, holder);
	if (!row) return false;
	const running = () => ({ caseId: row.case_id, ...holder, manualMs: manualTimeMs(clock) });
	let progress: CaseProgress = { stage: "read", done: 0, total: null };
	const end = await workUnderLease(db, {
		renew: () => db.write(renewCase, { ...running(), progress }),
		work: (ended) =>
			traceAndStore(parts, row, ended, (now) => {
				progress = now;
			}),
		shutdown: signal,
	});
	if (end.kind !== "lost") await db.write(endCase, { ...running(), end: caseEnd(end) });
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

type TracingEnd = Exclude<WorkEnd<Awaited<ReturnType<typeof traceAndStore>>>, { kind: "lost" }>;

/** @throws a fault of the stores, which is not the fault of the leaks: the case is retried until its attempts are used up. */
function caseEnd(end: TracingEnd): CaseEnd {
	if (end.kind === "released") return end;
	if (end.kind !== "failed") return { kind: "done", ...end.made };
	const { fault } = end;
	if (fault instanceof StorageUnavailable || fault instanceof BlobUnavailable) throw fault;
	return { kind: "failed", problem: problemOf(fault) };
}

function problemOf(fault: unknown): string {
	if (fault instanceof BlobMissing) return `A stored file is missing: ${plainFault(fault)}.`;
	return `It could not be traced: ${pictureFault(fault)}.`;
}

/** Traces cases alongside a server, one at a time. @returns a function that stops it; a case in progress then waits again. */
export function traceCases(parts: RunnerParts, onFault: (fault: unknown) => void): () => Promise<void> {
	return lookForWork(parts, (signal) => traceNextCase(parts, signal), onFault);
}
