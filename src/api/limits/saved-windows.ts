import type { Database } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { findRow, insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { RateWindowTable } from "./tables.ts";

/** Requests of a client in the minute and the day that begin at the given times. */
export type WindowCounts = Readonly<Omit<RateWindowTable, "client_id">>;

export const WINDOW_COLUMNS = ["minute", "minute_count", "day", "day_count"] as const;

export function savedWindows(db: Database, clientId: string): Promise<WindowCounts | undefined> {
	return findRow(db.read, "rate_window", { client_id: clientId }, WINDOW_COLUMNS);
}

const replaceWindows = insertion(
	"rate_window",
	["client_id", ...WINDOW_COLUMNS],
	`on conflict (client_id) do update set minute = excluded.minute, minute_count = excluded.minute_count,
		day = excluded.day, day_count = excluded.day_count`,
);

/** Saves the request counters of clients, inside the transaction that settles their requests. */
export async function saveWindows(
	tx: Tx,
	traits: EngineTraits,
	windows: ReadonlyMap<string, WindowCounts>,
): Promise<void> {
	await replaceWindows(
		tx,
		traits,
		[...windows].map(([client_id, counts]) => ({ client_id, ...counts })),
	);
}
