import type { Database } from "../platform/db/database.ts";

/** Usage of one client in one hour: of one action, or of all requests where the action is empty. */
export interface UsageRow {
	readonly hour: number;
	readonly action: string;
	readonly requests: number;
	readonly units: number;
}

/** The hours from `startMs` up to but not including `endMs` in which the client did anything. */
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

/** Requests and units since a moment that begins an hour. */
export async function usageSince(
	db: Database,
	clientId: string,
	sinceMs: number,
): Promise<{ requests: number; units: number }> {
	const rows = await readUsage(db, clientId, sinceMs, Number.MAX_SAFE_INTEGER);
	const totals = rows.filter((row) => row.action === "");
	return {
		requests: totals.reduce((sum, row) => sum + row.requests, 0),
		units: totals.reduce((sum, row) => sum + row.units, 0),
	};
}
