import type { Database } from "../platform/db/database.ts";
import type { Action } from "./actions.ts";

/**
 * What all clients used of an action in some hours. Rows are found by client: one look into the key of the table for every client, however many days are
 * stored.
 */
export async function readUsedByClients(
	{ scan }: Pick<Database, "scan">,
	action: Action,
	{ startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): Promise<{ clientId: string; units: number; requests: number }[]> {
	if (endMs <= startMs) return [];
	const rows = await scan
		.selectFrom("usage_hour")
		.select((row) => [
			"client_id",
			row.fn.sum<number>("units").as("units"),
			row.fn.sum<number>("requests").as("requests"),
		])
		.where("client_id", "in", scan.selectFrom("client").select("client_id"))
		.where("action", "=", action)
		.where("hour", ">=", startMs)
		.where("hour", "<", endMs)
		.groupBy("client_id")
		.execute();
	return rows.map(({ client_id, units, requests }) => ({
		clientId: client_id,
		units: Number(units),
		requests: Number(requests),
	}));
}
