import { setTimeout as wait } from "node:timers/promises";
import { pictureFault } from "../images/picture-fault.ts";
import { BlobMissing, BlobUnavailable } from "../platform/blobs/blob-store.ts";
import type { Clock } from "../platform/clock.ts";
import { StorageUnavailable } from "../platform/db/database.ts";
import { ulid } from "../platform/ids.ts";
import { plainFault } from "../platform/plain-fault.ts";
import { storeFiles } from "./case-files.ts";
import type { CaseProgress } from "./result.ts";
import { type CaseEnd, claimCase, endCase, renewCase } from "./running.ts";
import type { LeakCaseRow } from "./tables.ts";
import { type Stores, traceCase } from "./trace-case.ts";

export interface RunnerParts extends Stores {
	readonly clock: Clock;
}

/** How often a process says that it is still at it, and hears that the case was cancelled. */
const RENEW_EVERY_MS = 1000;

/** Whether a case waits, or one was left by a process that died; without a write. */
async function isCaseDue({ db }: RunnerParts): Promise<boolean> {
	const row = await db.read
		.selectFrom("leak_case")
		.select("case_id")
		.where("status", "in", ["waiting", "running"])
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/**
 * Traces the case that waits longest, if any does and none is being traced.
 * @param signal ends it: the case waits again then.
 * @returns whether a case was traced.
 */
export async function traceNextCase(parts: RunnerParts, signal?: AbortSignal): Promise<boolean> {
	const { db, clock } = parts;
	if (!(await isCaseDue(parts))) return false;
	const runner = `run_${ulid(clock.now())}`;
	const row = await db.write(claimCase, { runner, nowMs: clock.now() });
	if (!row) return false;
	const running = { caseId: row.case_id, runner };
	const end = await traceUnderLease(parts, row, running, signal);
	if (end) await db.write(endCase, { ...running, nowMs: clock.now(), end });
	return true;
}

interface Running {
	readonly caseId: string;
	readonly runner: string;
}

/** @returns how it ended; `undefined` when the case is no longer this process's. */
async function traceUnderLease(
	parts: RunnerParts,
	row: LeakCaseRow,
	running: Running,
	signal: AbortSignal | undefined,
): Promise<CaseEnd | undefined> {
	const lost = new AbortController();
	const over = new AbortController();
	let progress: CaseProgress = { stage: "read", done: 0, total: null };
	const renewing = renew(parts, running, () => progress, lost, over.signal);
	try {
		const traced = await traceCase(parts, row, parts.clock.now(), {
			signal: signal ? AbortSignal.any([signal, lost.signal]) : lost.signal,
			progress: (now) => {
				progress = now;
			},
		});
		const files = await storeFiles(parts, traced.files, parts.clock.now());
		return { kind: "done", result: JSON.stringify(traced.result), files };
	} catch (fault) {
		if (lost.signal.aborted) return undefined;
		// What is not the leaks' fault is tried again, as often as a case may be begun.
		if (signal?.aborted) return { kind: "released" };
		if (fault instanceof StorageUnavailable || fault instanceof BlobUnavailable) throw fault;
		return { kind: "failed", problem: problemOf(fault) };
	} finally {
		over.abort();
		await renewing;
	}
}

/** A moment without the database costs nothing: the lease outlives it. */
async function renew(
	{ db, clock }: RunnerParts,
	running: Running,
	progress: () => CaseProgress,
	lost: AbortController,
	over: AbortSignal,
): Promise<void> {
	while (!over.aborted) {
		await wait(RENEW_EVERY_MS, undefined, { signal: over }).catch(() => undefined);
		if (over.aborted) return;
		const renewal = { ...running, nowMs: clock.now(), progress: progress() };
		const outcome = await db.write(renewCase, renewal).catch(() => "renewed" as const);
		if (outcome === "lost") lost.abort(new Error("cancelled"));
	}
}

function problemOf(fault: unknown): string {
	if (fault instanceof BlobMissing) return `A stored file is missing: ${plainFault(fault)}.`;
	return `It could not be traced: ${pictureFault(fault)}.`;
}

const LOOK_EVERY_MS = 1000;

/**
 * Traces cases beside a server, one at a time, until it is told to stop.
 * @param isPaused asked before a case is begun.
 * @returns what stops it; a case under way waits again then.
 */
export function startTracing(
	parts: RunnerParts,
	isPaused: () => Promise<boolean>,
	onFault: (fault: unknown) => void,
): () => Promise<void> {
	const stopped = new AbortController();
	const { signal } = stopped;
	const done = (async () => {
		while (!signal.aborted) {
			try {
				if (!(await isPaused()) && (await traceNextCase(parts, signal))) continue;
			} catch (fault) {
				onFault(fault);
			}
			await wait(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
		}
	})();
	return () => {
		stopped.abort(new Error("the server ends"));
		return done;
	};
}
