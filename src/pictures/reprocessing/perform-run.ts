import { BlobUnavailable } from "../../platform/blobs/blob-store.ts";
import { StorageUnavailable } from "../../platform/db/database.ts";
import { plainFault } from "../../platform/plain-fault.ts";
import { leaseOn, leaveTask, renewTask, type TaskEnd } from "../../platform/tasks/claims.ts";
import { LEASE_MS } from "../../platform/tasks/lease.ts";
import type { TaskTable } from "../../platform/tasks/task-table.ts";
import { type WorkEnd, workUnderLease } from "../../platform/tasks/work-under-lease.ts";
import { watermarkVersion } from "../preparation/watermark-settings.ts";
import { countIncomplete } from "../store/missing-sizes.ts";
import { countOutdated } from "./counts.ts";
import {
	emptyPrepareReport,
	type PrepareReport,
	type PrepareTask,
	reprocessPictures,
} from "./reprocess-pictures.ts";
import { figuresOf, type RunFigures } from "./run.ts";

export interface RunParts extends Omit<PrepareTask, "report" | "signal" | "onProgress"> {
	readonly onProgress?: PrepareTask["onProgress"];
	/** Asks the process to leave the run. */
	readonly shutdown?: AbortSignal;
	/** Whether a run left because of `shutdown` is over, or to be resumed by others. */
	readonly endsAtShutdown?: boolean;
}

/** How long a run waits after a store failed: as if somebody held its lease. */
const STORE_PAUSE_MS = LEASE_MS;

/** `done`, `stopped` on request, `lost` when another process took it over, `released` when `shutdown` was signalled or maintenance began. */
export interface PerformedRun {
	readonly report: PrepareReport;
	readonly end: Exclude<WorkEnd<void>["kind"], "failed">;
}

/**
 * Performs a claimed run under its lease until it is done, or until it is paused, stopped or taken over. What was prepared is kept, however it ends.
 * @throws the fault of a store, after releasing the run for a while; any other fault, after recording the run as failed.
 */
export async function performRun(parts: RunParts, run: TaskTable): Promise<PerformedRun> {
	const { db, onProgress = () => undefined, shutdown } = parts;
	const report = emptyPrepareReport();
	const before = figuresOf(run);
	const held = leaseOn(run);
	const startedAt = performance.now();
	let { total } = before;
	const progress = () => figuresNow({ ...before, total }, report, performance.now() - startedAt);
	const end = await workUnderLease(db, {
		renew: () => db.write(renewTask, { ...held, progress: progress() }),
		work: async (signal) => {
			total = before.prepared + before.completed + before.superseded + (await countToDo(parts));
			await reprocessPictures({ ...parts, report, signal, onProgress });
		},
		shutdown,
	});
	if (end.kind === "lost") return { report, end: "lost" };
	const left = runEnd(end, parts.endsAtShutdown === true);
	await db.write(leaveTask, { ...held, progress: progress(), end: left });
	if (end.kind === "failed") throw end.fault;
	return { report, end: end.kind };
}

async function countToDo({ db, watermark, sizesPx }: RunParts): Promise<number> {
	const version = watermarkVersion(watermark);
	const { outdated } = await countOutdated(db, version);
	return outdated + (await countIncomplete(db, { watermarkVersion: version, sizesPx }));
}

const MOST_NAMED = 100;

function figuresNow(before: RunFigures, report: PrepareReport, passedMs: number): RunFigures {
	return {
		total: before.total,
		prepared: before.prepared + report.prepared,
		completed: before.completed + report.completed,
		superseded: before.superseded + report.superseded,
		failed: report.failed.length,
		workedMs: Math.round(before.workedMs + passedMs),
		failures: report.failed.slice(0, MOST_NAMED),
	};
}

/** A run that did what it was asked for is released: the request decides what becomes of it. */
function runEnd(end: Exclude<WorkEnd<void>, { kind: "lost" }>, endsAtShutdown: boolean): TaskEnd {
	if (end.kind === "released") return { kind: endsAtShutdown ? "stopped" : "released" };
	if (end.kind !== "failed") return { kind: end.kind === "done" ? "done" : "released" };
	const failure = plainFault(end.fault);
	return end.fault instanceof StorageUnavailable || end.fault instanceof BlobUnavailable
		? { kind: "released", afterMs: STORE_PAUSE_MS, failure }
		: { kind: "failed", failure };
}
