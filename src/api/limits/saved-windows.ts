import type { Database } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { findRow, insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import "./tables.ts";

/** Requests of a client in the minute and the day that begin at the given times. */
export interface WindowCounts {
	readonly minute: number;
	readonly minuteCount: number;
	readonly day: number;
	readonly dayCount: number;
}

export async function savedWindows(db: Database, clientId: string): Promise<WindowCounts | undefined> {
	const row = await findRow(db.read, "rate_window", { client_id: clientId });
	return row && { minute: row.minute, minuteCount: row.minute_count, day: row.day, dayCount: row.day_count };
}

const replaceWindows = insertion(
	"rate_window",
	["client_id", "minute", "minute_count", "day", "day_count"],
	`on conflict (client_id) do update set minute = excluded.minute, minute_count = excluded.minute_count,
		day = excluded.day, day_count = excluded.day_count`,
);

/** Saves the request counters of clients, inside the transaction that settles their requests. */
export async function saveWindows(
	tx: Tx,
	traits: EngineTraits,
	windows: ReadonlyMap<string, WindowCounts>,
): Promise<void> {
	const rows = [...windows].map(([clientId, { minute, minuteCount, day, dayCount }]) => [
		clientId,
		minute,
		minuteCount,
		day,
		dayCount,
	]);
	await replaceWindows(tx, traits, rows);
}
