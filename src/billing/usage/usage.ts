import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { DAY_MS } from "../../platform/time/durations.ts";

/** Usage of one client in one hour, or in the day that begins with it, for one action, or for all requests if the action is empty. */
export interface UsageRow {
	readonly hour: number;
	readonly action: string;
	readonly requests: number;
	readonly units: number;
}

/** Usage in the hours from `startMs` up to but not including `endMs`; hours without any are left out. */
export function readUsage(
	db: Database,
	clientId: string,
	startMs: number,
	endMs: number,
): Promise<UsageRow[]> {
	return db.scan
		.selectFrom("usage_hour")
		.select(["hour", "action", "requests", "units"])
		.where("client_id", "=", clientId)
		.where("hour", ">=", startMs)
		.where("hour", "<", endMs)
		.orderBy("hour")
		.execute();
}

/** The same by UTC day, of several clients together, summed up by the database: a year has few days, but many hours and actions. */
export async function readDailyUsage(
	db: Database,
	clientIds: readonly string[],
	startMs: number,
	endMs: number,
): Promise<UsageRow[]> {
	if (clientIds.length === 0) return [];
	const rows = await sumsOf(db, clientIds, { startMs, endMs })
		.select([DAY_OF.as("day"), "action"])
		.groupBy([DAY_OF, "action"])
		.orderBy(DAY_OF)
		.execute();
	return rows.map(({ day: hour, ...sums }) => ({ hour, ...sums }));
}

/** Requests and units of several clients together by UTC day; days without any are left out. */
export async function readDailyTotals(
	db: Database,
	clientIds: readonly string[],
	span: Span,
): Promise<(UsageSum & { readonly dayMs: number })[]> {
	if (clientIds.length === 0) return [];
	return sumsOf(db, clientIds, span)
		.select(DAY_OF.as("dayMs"))
		.where("action", "=", "")
		.groupBy(DAY_OF)
		.execute();
}

/** Usage of each of several clients by action; the empty action counts the requests themselves. */
export async function readUsageByClient(
	db: Database,
	clientIds: readonly string[],
	span: Span,
): Promise<(UsageSum & { readonly clientId: string; readonly action: string })[]> {
	if (clientIds.length === 0) return [];
	return sumsOf(db, clientIds, span)
		.select(["client_id as clientId", "action"])
		.groupBy(["client_id", "action"])
		.execute();
}

interface Span {
	readonly startMs: number;
	/** Exclusive. */
	readonly endMs: number;
}

const DAY_OF = sql<number>`hour - hour % ${sql.lit(DAY_MS)}`;

/** Sums of requests and units of several clients in a time span. */
function sumsOf({ scan }: Database, clientIds: readonly string[], { startMs, endMs }: Span) {
	return scan
		.selectFrom("usage_hour")
		.select((row) => [row.fn.sum<number>("requests").as("requests"), row.fn.sum<number>("units").as("units")])
		.where("client_id", "in", clientIds)
		.where("hour", ">=", startMs)
		.where("hour", "<", endMs);
}

export interface UsageSum {
	readonly requests: number;
	readonly units: number;
}

/** Requests and units since each of several times, which must be starts of hours; all as of the same instant. */
export async function usageSince<T extends readonly number[]>(
	db: Database,
	clientId: string,
	...sinceMs: T
): Promise<{ readonly [Place in keyof T]: UsageSum }> {
	const rows = await readUsage(db, clientId, Math.min(...sinceMs), Number.MAX_SAFE_INTEGER);
	const totals = rows.filter((row) => row.action === "");
	const sumSince = (startMs: number): UsageSum => {
		const since = totals.filter(({ hour }) => hour >= startMs);
		return {
			requests: since.reduce((sum, row) => sum + row.requests, 0),
			units: since.reduce((sum, row) => sum + row.units, 0),
		};
	};
	return sinceMs.map(sumSince) as unknown as { readonly [Place in keyof T]: UsageSum };
}
