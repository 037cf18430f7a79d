import type { Database } from "../../platform/db/database.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { Action } from "../prices/actions.ts";
import { addedUpDays } from "./day-totals.ts";
import { BY_ACTION } from "./usage-sums.ts";

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
		.selectFrom("usage_sum")
		.select((row) => [
			"client_id as clientId",
			row.fn.sum<number>("units").as("units"),
			row.fn.sum<number>("requests").as("requests"),
		])
		.where(BY_ACTION)
		.where("name", "=", action)
		.where("start", ">=", startMs)
		.where("start", "<", endMs)
		.groupBy("client_id")
		.execute();
}

/** Whether a number of consecutive days, starting with one, have been summed up. */
export async function areDaysAddedUp(
	{ read }: Pick<Database, "read">,
	{ startMs, days }: { readonly startMs: number; readonly days: number },
): Promise<boolean> {
	const known = await addedUpDays(read);
	const endMs = startMs + days * DAY_MS;
	return known.filter(({ day }) => day >= startMs && day < endMs).length === days;
}
