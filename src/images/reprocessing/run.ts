import type { Tx } from "../../platform/db/tx.ts";

/** Reprocessing all pictures: one that is under way, or the last one. Earlier ones are in the activity log. */
export interface PreparingRunTable {
	/** `prep_` and a ULID. */
	run_id: string;
	/** `page` or `command`. */
	origin: string;
	/** The account of who asked for it on the pages. */
	account_id: string | null;
	/** `going` while there is something to do, by whoever holds the lease; `paused`; at last `done`, `stopped` or `failed`. */
	state: string;
	/** What whoever does it is to do next: `pause`, `stop`, or `begin` again because the style was changed. */
	asked: string | null;
	/** How many pictures there are to prepare or complete, those that are done included; null: not counted yet. */
	total: number | null;
	prepared: number;
	completed: number;
	superseded: number;
	/** Of the last time that it was gone through: pictures that failed are tried again whenever it goes on. */
	failed: number;
	/** JSON: the first of them, with reasons. */
	failures: string;
	/** How long was worked on it, without pauses. */
	worked_ms: number;
	/** Why it failed or does not get on, for people. */
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

/** What was done of a run, as it is stored. */
export interface RunFigures {
	readonly total: number | null;
	readonly prepared: number;
	readonly completed: number;
	readonly superseded: number;
	readonly failed: number;
	readonly workedMs: number;
}

/** A run as it is stored. */
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

/** The run under way, or else the last one. */
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
			workedMs: Number(row.worked_ms),
		},
		failures: JSON.parse(row.failures),
		failure: row.failure,
		leaseId: row.lease_id,
		leaseUntilMs: Number(row.lease_until),
		createdAtMs: Number(row.created_at),
		endedAtMs: row.ended_at === null ? null : Number(row.ended_at),
	};
}

/** Whether there is something to do, now or once it goes on. */
export function isUnfinished({ state }: Pick<PreparingRun, "state">): boolean {
	return state === "going" || state === "paused";
}
