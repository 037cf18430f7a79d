import { type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time/durations.ts";
import { RECORDED_WITHIN_MS } from "./days.ts";
import { ALL_CLIENTS, BY_ACTION, BY_ERROR } from "./usage-sums.ts";

export interface UsageSums {
	readonly requests: number;
	readonly units: number;
}

export interface DayTotals extends UsageSums {
	/** Most frequent first. */
	readonly refusals: readonly RefusalSum[];
}

const SUMS = [
	sql<number | null>`sum(requests)`.as("requests"),
	sql<number | null>`sum(units)`.as("units"),
] as const;

/** Sums over no rows are null. */
function sumsOfRow(row: { readonly requests: number | null; readonly units: number | null }): UsageSums {
	return { requests: row.requests ?? 0, units: row.units ?? 0 };
}

/** Totals of one UTC day from the stored sums of its clients. */
export async function clientSumsOf(db: Tx, dayMs: number): Promise<UsageSums> {
	const row = await db
		.selectFrom("usage_sum")
		.select(SUMS)
		.where(BY_ACTION)
		.where("start", "=", dayMs)
		.where("name", "=", "")
		.where("client_id", "<>", ALL_CLIENTS)
		.executeTakeFirstOrThrow();
	return sumsOfRow(row);
}

/** Refusals of one UTC day by error code, most frequent first. */
export function refusalsOf(db: Tx, dayMs: number): Promise<RefusalSum[]> {
	return refusalSums(
		db.selectFrom("usage_sum").where("start", "=", dayMs).where("client_id", "<>", ALL_CLIENTS),
	);
}

export interface RefusalSum {
	readonly error: string;
	readonly requests: number;
}

/** Adds up refusals by error code, most frequent first. */
export async function refusalSums(
	refusals: SelectQueryBuilder<Tables, "usage_sum", object>,
): Promise<RefusalSum[]> {
	const rows = await refusals
		.select(({ fn }) => ["name as error", fn.sum<number>("requests").as("requests")])
		.where(BY_ERROR)
		.groupBy("name")
		.execute();
	return mostFrequentFirst(rows);
}

export function mostFrequentFirst(refusals: readonly RefusalSum[]): RefusalSum[] {
	return refusals.toSorted((a, b) => b.requests - a.requests || a.error.localeCompare(b.error));
}

/** The days that are summed up, oldest first, with the totals of all clients. */
export function addedUpDays(db: Tx): Promise<(UsageSums & { readonly day: number })[]> {
	return db
		.selectFrom("usage_sum")
		.select(["start as day", "requests", "units"])
		.where("client_id", "=", ALL_CLIENTS)
		.where("grouped_by", "=", "action")
		.orderBy("start")
		.execute();
}

/** Clients that made a request in a UTC day. */
export async function countClientsInUse({ scan }: Pick<Database, "scan">, dayMs: number): Promise<number> {
	const inUse = scan.selectFrom("client").where((row) =>
		row.exists(
			row
				.selectFrom("usage_hour")
				.select("usage_hour.hour")
				.whereRef("usage_hour.client_id", "=", "client.client_id")
				.where("usage_hour.hour", ">=", dayMs)
				.where("usage_hour.hour", "<", dayMs + DAY_MS)
				// A literal, so that the planner recognises that the partial index of hours applies.
				.where(sql<boolean>`usage_hour.action = ''`),
		),
	);
	return countRows(inUse);
}

/** Sums up a day that may not have ended, hour by hour; hours that have ended are read again now and then, in case the clock was set back. */
export function createOpenDays({ scan }: Pick<Database, "scan">) {
	const ended = new Map<number, { readonly sums: UsageSums; readonly untilMs: number }>();

	async function sumsOf(hourMs: number, nowMs: number): Promise<UsageSums> {
		const hasEnded = hourMs + HOUR_MS + RECORDED_WITHIN_MS <= nowMs;
		const known = ended.get(hourMs);
		if (known && hasEnded && performance.now() < known.untilMs) return known.sums;
		const sums = await hourSumsOf(scan, hourMs, hourMs + HOUR_MS);
		if (hasEnded) ended.set(hourMs, { sums, untilMs: performance.now() + RECORDED_WITHIN_MS });
		else ended.delete(hourMs);
		return sums;
	}

	return async (dayMs: number, nowMs: number): Promise<DayTotals> => {
		for (const hourMs of ended.keys()) if (hourMs < dayMs - DAY_MS) ended.delete(hourMs);
		const hours = Array.from({ length: DAY_MS / HOUR_MS }, (_, place) => dayMs + place * HOUR_MS);
		const [refusals, ...sums] = await Promise.all([
			refusalsOf(scan, dayMs),
			...hours.filter((hourMs) => hourMs <= nowMs).map((hourMs) => sumsOf(hourMs, nowMs)),
		]);
		const total = (name: keyof UsageSums) => sums.reduce((sum, each) => sum + each[name], 0);
		return { requests: total("requests"), units: total("units"), refusals };
	};
}

/** Totals of all clients in the hours that begin within a time span. */
export async function hourSumsOf(db: Tx, fromMs: number, beforeMs: number): Promise<UsageSums> {
	const row = await db
		.selectFrom("usage_hour")
		.select(SUMS)
		.where("hour", ">=", fromMs)
		.where("hour", "<", beforeMs)
		// A literal, so that the planner recognises that the partial index of hours applies.
		.where(sql<boolean>`action = ''`)
		.executeTakeFirstOrThrow();
	return sumsOfRow(row);
}
