import type { Tx } from "../../platform/db/tx.ts";

/**
 * The reprocessing run of all pictures that is in progress, or the last one. Earlier ones are in the activity log. It holds only figures: which pictures are
 * still to be done follows from their `watermark_version`.
 */
export interface PreparingRunTable {
	/** `prep_` and a ULID. */
	run_id: string;
	/** `page` or `command`. */
	origin: string;
	/** The account that requested it on the pages. */
	account_id: string | null;
	/** `going` while there is work, done by the process that holds the lease; `paused`; finally `done`, `stopped` or `failed`. */
	state: string;
	/** A pending request to the process that holds it: `pause`, `stop`, or `begin` again because the style has changed. */
	asked: string | null;
	/** How many pictures there are to prepare or complete, including finished ones; null: not counted yet. */
	total: number | null;
	prepared: number;
	completed: number;
	superseded: number;
	/** Of the latest pass: pictures that failed are retried whenever the run resumes. */
	failed: number;
	/** JSON: the first failures, with reasons. */
	failures: string;
	/** Time spent working on it, without pauses. */
	worked_ms: number;
	/** Why it failed or is stuck, as a message for users. */
	failure: string | null;
	lease_id: string | null;
	lease_until: number;
	created_at: number;
	ended_at: number | null;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		preparing_run: PreparingRunTable;
	}
}

export type RunState = "going" | "paused" | "done" | "stopped" | "failed";
export type RunRequest = "pause" | "stop" | "begin";

/** A picture that could not be prepared. */
export interface FailedPicture {
	readonly barcode: string;
	readonly variant: string;
	readonly reason: string;
}

/** Progress of a run, as stored. */
export interface RunFigures {
	readonly total: number | null;
	readonly prepared: number;
	readonly completed: number;
	readonly superseded: number;
	readonly failed: number;
	readonly workedMs: number;
}

/** A run, parsed from its row. */
export interface PreparingRun {
	readonly runId: string;
	readonly origin: "page" | "command";
	readonly accountId: string | null;
	readonly state: RunState;
	readonly asked: RunRequest | null;
	readonly figures: RunFigures;
	readonly failures: readonly FailedPicture[];
	readonly failure: string | null;
	readonly leaseId: string | null;
	readonly leaseUntilMs: number;
	readonly createdAtMs: number;
	readonly endedAtMs: number | null;
}

/** The run in progress, or else the last one. */
export async function readRun(tx: Tx): Promise<PreparingRun | undefined> {
	const row = await tx
		.selectFrom("preparing_run")
		.selectAll()
		.orderBy("run_id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row && runOf(row);
}

export function runOf(row: PreparingRunTable): PreparingRun {
	return {
		runId: row.run_id,
		origin: row.origin as PreparingRun["origin"],
		accountId: row.account_id,
		state: row.state as RunState,
		asked: row.asked as RunRequest | null,
		figures: {
			total: row.total,
			prepared: row.prepared,
			completed: row.completed,
			superseded: row.superseded,
			failed: row.failed,
			workedMs: row.worked_ms,
		},
		failures: JSON.parse(row.failures),
		failure: row.failure,
		leaseId: row.lease_id,
		leaseUntilMs: row.lease_until,
		createdAtMs: row.created_at,
		endedAtMs: row.ended_at,
	};
}

/** Whether there is work left, now or once it is resumed. */
export function isUnfinished({ state }: Pick<PreparingRun, "state">): boolean {
	return state === "going" || state === "paused";
}
