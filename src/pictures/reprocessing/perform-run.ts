import { BlobUnavailable } from "../../platform/blobs/blob-store.ts";
import { StorageUnavailable } from "../../platform/db/database.ts";
import { plainFault } from "../../platform/plain-fault.ts";
import { LEASE_MS } from "../../platform/tasks/lease.ts";
import { type WorkEnd, workUnderLease } from "../../platform/tasks/work-under-lease.ts";
import { manualTimeMs } from "../../platform/time/clock.ts";
import { watermarkVersion } from "../preparation/watermark-settings.ts";
import { countIncomplete } from "../store/missing-sizes.ts";
import { leaveRun, type RunEnd, type RunReport, renewRun } from "./claims.ts";
import { countOutdated } from "./counts.ts";
import {
	emptyPrepareReport,
	type PrepareReport,
	type PrepareTask,
	reprocessPictures,
} from "./reprocess-pictures.ts";
import type { PreparingRun } from "./run.ts";

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
export async function performRun(parts: RunParts, run: PreparingRun, leaseId: string): Promise<PerformedRun> {
	const { db, clock, onProgress = () => undefined, shutdown } = parts;
	const report = emptyPrepareReport();
	const held = () => ({ runId: run.runId, leaseId, manualMs: manualTimeMs(clock) });
	const startedAt = performance.now();
	let total = run.figures.total;
	const done = () => runReport(run, report, total, performance.now() - startedAt);
	const end = await workUnderLease(db, {
		renew: () => db.write(renewRun, { ...held(), ...done() }),
		work: async (signal) => {
			total = doneBefore(run) + (await countToDo(parts));
			await reprocessPictures({ ...parts, report, signal, onProgress });
		},
		shutdown,
	});
	if (end.kind === "lost") return { report, end: "lost" };
	await db.write(leaveRun, { ...held(), ...done(), end: runEnd(end, parts.endsAtShutdown === true) });
	if (end.kind === "failed") throw end.fault;
	return { report, end: end.kind };
}

async function countToDo({ db, watermark, sizesPx }: RunParts): Promise<number> {
	const version = watermarkVersion(watermark);
	const { outdated } = await countOutdated(db, version);
	return outdated + (await countIncomplete(db, { watermarkVersion: version, sizesPx }));
}

function doneBefore({ figures }: PreparingRun): number {
	return figures.prepared + figures.completed + figures.superseded;
}

function runReport(
	{ figures: before }: PreparingRun,
	report: PrepareReport,
	total: number | null,
	passedMs: number,
): RunReport {
	return {
		figures: {
			total,
			prepared: before.prepared + report.prepared,
			completed: before.completed + report.completed,
			superseded: before.superseded + report.superseded,
			failed: report.failed.length,
			workedMs: before.workedMs + passedMs,
		},
		failures: report.failed,
	};
}

function runEnd(end: Exclude<WorkEnd<void>, { kind: "lost" }>, endsAtShutdown: boolean): RunEnd {
	if (end.kind === "released") {
		return endsAtShutdown ? { kind: "stopped" } : { kind: "released", afterMs: 0, failure: null };
	}
	if (end.kind !== "failed") return { kind: end.kind === "done" ? "done" : "asked" };
	const failure = plainFault(end.fault);
	return end.fault instanceof StorageUnavailable || end.fault instanceof BlobUnavailable
		? { kind: "released", afterMs: STORE_PAUSE_MS, failure }
		: { kind: "failed", failure };
}
