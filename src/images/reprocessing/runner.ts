import { type Clock, manualTimeMs } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { ulid } from "../../platform/ids.ts";
import { lookForWork } from "../../platform/leases/look-for-work.ts";
import { runProcess } from "../../platform/leases/run-process.ts";
import { claimRun, leaveRun } from "./claims.ts";
import { readRun } from "./run.ts";

interface RunnerParts {
	readonly db: Database;
	readonly clock: Clock;
}

/**
 * Looks every second for pictures to reprocess, and has a process of its own do it at the lowest priority: neither its work nor its memory
 * is the server's. @returns what stops it; a run under way is given back, and gone on with by the next server that looks.
 */
export function runPreparing(parts: RunnerParts, onFault: (fault: unknown) => void): () => Promise<void> {
	return lookForWork(parts, (stopping) => doNext(parts, stopping), onFault);
}

async function doNext({ db, clock }: RunnerParts, stopping: AbortSignal): Promise<boolean> {
	const waiting = await readRun(db.read);
	if (waiting?.state !== "going") return false;
	const leaseId = `lease_${ulid(clock.now())}`;
	const run = await db.write(claimRun, { leaseId, manualMs: manualTimeMs(clock) });
	if (!run) return false;
	const how = await runProcess(["perform-preparing", run.runId, leaseId], stopping);
	if (how === undefined) return true;
	// It would have left the run by itself: begun again, it would end in the same way.
	const failure = `The process that did it ended unexpectedly (${how}).`;
	const now = await readRun(db.read);
	const { figures, failures } = now ?? run;
	const held = { runId: run.runId, leaseId, manualMs: manualTimeMs(clock) };
	await db.write(leaveRun, { ...held, figures, failures, end: { kind: "failed", failure } });
	return true;
}
