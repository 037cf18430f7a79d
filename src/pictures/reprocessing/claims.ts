import { command } from "../../platform/db/command.ts";
import { databaseTimeMs } from "../../platform/db/database-time.ts";
import { updateRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { Renewal } from "../../platform/tasks/hold-lease.ts";
import { beginClaim, LEASE_MS, type LeaseHolder, leaseLeftMs } from "../../platform/tasks/lease.ts";
import { beginRun, changeRun, lockedRun, type NewRun, settled } from "./requests.ts";
import type { FailedPicture, PreparingRun, PreparingRunTable, RunFigures, RunRequest } from "./run.ts";

const CLAIM = "preparing";

/**
 * Claims the unfinished run, unless another process holds it: one process at a time, on whatever node. A pending request to a process that died is carried
 * out first.
 */
export const claimRun = command<LeaseHolder, PreparingRun | null>(
	"images.claim_run",
	async (tx, holder, traits) => {
		const nowMs = await beginClaim(tx, traits, CLAIM, holder);
		const run = await lockedRun(tx, traits);
		if (run?.state !== "going" || leaseLeftMs(run.leaseUntilMs, nowMs) > 0) return null;
		if (run.asked === "pause" || run.asked === "stop") {
			await changeRun(tx, run.runId, settled(run.asked, nowMs));
			return null;
		}
		return hold(tx, run, holder, nowMs);
	},
);

/**
 * Starts a run from the command line, or takes over one that is in progress or paused: the process that held it ends as soon as it notices, and what both
 * prepare is stored once.
 */
export const takeRun = command<LeaseHolder & Pick<NewRun, "runId">, PreparingRun>(
	"images.take_run",
	async (tx, { runId, ...holder }, traits) => {
		const nowMs = await beginClaim(tx, traits, CLAIM, holder);
		await beginRun(tx, traits, { runId, origin: "command", accountId: null, nowMs });
		const run = await lockedRun(tx, traits);
		if (!run) throw new Error("a run that was begun is not there");
		return hold(tx, run, holder, nowMs);
	},
);

async function hold(tx: Tx, run: PreparingRun, { leaseId }: LeaseHolder, nowMs: number) {
	const leaseUntilMs = nowMs + LEASE_MS;
	const held = { state: "going", asked: null, failure: null, lease_id: leaseId, lease_until: leaseUntilMs };
	await changeRun(tx, run.runId, held);
	return { ...run, state: "going", asked: null, failure: null, leaseId, leaseUntilMs } as const;
}

export interface HeldRun extends LeaseHolder {
	readonly runId: string;
}

export interface RunReport {
	readonly figures: RunFigures;
	readonly failures: readonly FailedPicture[];
}

export const renewRun = command<HeldRun & RunReport, Renewal>(
	"images.renew_run",
	async (tx, { figures, failures, ...held }, traits) => {
		const nowMs = await databaseTimeMs(tx, traits, held.manualMs);
		const row = await changeHeld(tx, held, {
			...reported({ figures, failures }),
			lease_until: nowMs + LEASE_MS,
		});
		if (!row) return "lost";
		return row.asked === null ? "go_on" : "stop";
	},
);

/** How a process left a run. */
export type RunEnd =
	| { readonly kind: "done" }
	/** It did what it was asked to do (pause, stop or start over). */
	| { readonly kind: "asked" }
	/** To be resumed by any process, after a while. */
	| { readonly kind: "released"; readonly afterMs: number; readonly failure: string | null }
	/** Not to be resumed. */
	| { readonly kind: "stopped" }
	| { readonly kind: "failed"; readonly failure: string };

/** Releases a run and stores its progress. @returns whether it was still held. */
export const leaveRun = command<HeldRun & RunReport & { readonly end: RunEnd }, boolean>(
	"images.leave_run",
	async (tx, { figures, failures, end, ...held }, traits) => {
		const nowMs = await databaseTimeMs(tx, traits, held.manualMs);
		const row = await changeHeld(tx, held, reported({ figures, failures }));
		if (!row) return false;
		await changeRun(tx, held.runId, left(end, row.asked as RunRequest | null, nowMs));
		return true;
	},
);

function left(end: RunEnd, asked: RunRequest | null, nowMs: number): Partial<PreparingRunTable> {
	if (end.kind === "done" || end.kind === "stopped") {
		return { ...settled("stop", nowMs), state: end.kind };
	}
	if (end.kind === "failed") return { ...settled("stop", nowMs), state: "failed", failure: end.failure };
	// A request that arrived meanwhile must not be lost when the process ends.
	if (asked !== null) return settled(asked, nowMs);
	if (end.kind === "asked") return settled("begin", nowMs);
	return { lease_id: null, lease_until: nowMs + end.afterMs, failure: end.failure };
}

const MOST_NAMED = 100;

function reported({ figures, failures }: RunReport): Partial<PreparingRunTable> {
	const { workedMs, ...counts } = figures;
	return {
		...counts,
		worked_ms: Math.round(workedMs),
		failures: JSON.stringify(failures.slice(0, MOST_NAMED)),
	};
}

function changeHeld(tx: Tx, held: HeldRun, values: Partial<PreparingRunTable>) {
	return updateRow(tx, "preparing_run", { run_id: held.runId, lease_id: held.leaseId }, values);
}
