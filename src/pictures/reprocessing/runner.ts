import type { Database } from "../../platform/db/database.ts";
import { ulid } from "../../platform/ids.ts";
import { lookForWork } from "../../platform/tasks/look-for-work.ts";
import { runProcess } from "../../platform/tasks/run-process.ts";
import { type Clock, manualTimeMs } from "../../platform/time/clock.ts";
import { claimRun, leaveRun } from "./claims.ts";
import { readRun } from "./run.ts";

interface RunnerParts {
	readonly db: Database;
	readonly clock: Clock;
}

/**
 * Looks every second for pictures to reprocess, and does so in a separate process at the lowest priority, so that neither its CPU time nor its memory
 * burdens the server. @returns a function that stops it; a run in progress is released, and resumed by the next server.
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
	// Normally the process leaves the run itself. Restarted, it would crash in the same way.
	const failure = `The process that did it ended unexpectedly (${how}).`;
	const now = await readRun(db.read);
	const { figures, failures } = now ?? run;
	const held = { runId: run.runId, leaseId, manualMs: manualTimeMs(clock) };
	await db.write(leaveRun, { ...held, figures, failures, end: { kind: "failed", failure } });
	return true;
}
