import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { MINUTE_MS } from "../../platform/time/durations.ts";
import { tooManyQuotes } from "../errors.ts";
import "../tables.ts";

/** A quote takes as much work as an order, and is free (SPEC E8). */
const QUOTES_A_MINUTE = 10;

interface Counted {
	readonly clientId: string;
	readonly minuteEndsAtMs: number;
}

/** Counts a quote in its minute. @returns the count including this one. */
export const countQuote = command<Counted, number>(
	"orders.count_quote",
	async (tx, { clientId, minuteEndsAtMs }) => {
		const row = await tx
			.insertInto("quote_window")
			.values({ client_id: clientId, expires_at: minuteEndsAtMs, quotes: 1 })
			.onConflict((on) =>
				on.column("client_id").doUpdateSet(({ eb, ref }) => ({
					expires_at: minuteEndsAtMs,
					quotes: eb
						.case()
						.when(ref("quote_window.expires_at"), "=", minuteEndsAtMs)
						.then(eb("quote_window.quotes", "+", 1))
						.else(1)
						.end(),
				})),
			)
			.returning("quotes")
			.executeTakeFirstOrThrow();
		return row.quotes;
	},
);

/** Admits a quote. @throws HttpError 429 when the client has used up this minute's quota, across all nodes. */
export async function admitQuote(db: Database, clientId: string, nowMs: number): Promise<void> {
	const minuteEndsAtMs = nowMs - (nowMs % MINUTE_MS) + MINUTE_MS;
	const quotes = await db.write(countQuote, { clientId, minuteEndsAtMs });
	if (quotes > QUOTES_A_MINUTE)
		throw tooManyQuotes(QUOTES_A_MINUTE, Math.ceil((minuteEndsAtMs - nowMs) / 1000));
}
