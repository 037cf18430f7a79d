import type { Database } from "../../platform/db/database.ts";
import type { Action } from "../prices/actions.ts";

/** A client's usage of an action. */
export interface ClientUsed {
	readonly clientId: string;
	readonly units: number;
	readonly requests: number;
}

/** Usage of an action by client in days that have been summed up, from one day up to but not including another. */
export async function readUsedByClients(
	{ scan }: Pick<Database, "scan">,
	action: Action,
	{ startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): Promise<ClientUsed[]> {
	if (endMs <= startMs) return [];
	return scan
		.selectFrom("usage_day")
		.select((row) => [
			"client_id as clientId",
			row.fn.sum<number>("units").as("units"),
			row.fn.sum<number>("requests").as("requests"),
		])
		.where("action", "=", action)
		.where("day", ">=", startMs)
		.where("day", "<", endMs)
		.groupBy("client_id")
		.execute();
}

/** Whether a number of consecutive days, starting with one, have been summed up. */
export async function areDaysAddedUp(
	{ read }: Pick<Database, "read">,
	{ startMs, days }: { readonly startMs: number; readonly days: number },
): Promise<boolean> {
	const rows = await read
		.selectFrom("day_total")
		.select("day")
		.where("day", ">=", startMs)
		.limit(days)
		.execute();
	return rows.length === days;
}
