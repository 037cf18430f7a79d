import type { Database } from "../platform/db/database.ts";
import type { WindowCounts } from "./settlement.ts";

/** The last saved request counters of a client. */
export async function savedWindows(db: Database, clientId: string): Promise<WindowCounts | undefined> {
	const row = await db.read
		.selectFrom("rate_window")
		.selectAll()
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	return row && { minute: row.minute, minuteCount: row.minute_count, day: row.day, dayCount: row.day_count };
}
