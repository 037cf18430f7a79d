import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { LedgerDayTable, LedgerTable } from "../tables.ts";

export const LEDGER_DAY_COLUMNS = ["balance_key", "day", "entries", "first_seq", "last_seq"] as const;

/** New rows always have higher numbers than existing ones. */
export const ADD_TO_DAY = `on conflict (balance_key, day) do update set entries = ledger_day.entries + excluded.entries,
	last_seq = excluded.last_seq`;

const addDays = insertion("ledger_day", LEDGER_DAY_COLUMNS, ADD_TO_DAY);

/** Counts new ledger rows by balance and day, in the transaction that writes them. */
export async function addLedgerDays(
	tx: Tx,
	traits: EngineTraits,
	rows: readonly LedgerTable[],
): Promise<void> {
	await addDays(tx, traits, ledgerDaysOf(rows));
}

/** The counts by day of some ledger rows, which must be in order of their numbers. */
export function ledgerDaysOf(
	rows: Iterable<Pick<LedgerTable, "balance_key" | "seq" | "at">>,
): LedgerDayTable[] {
	const days = new Map<string, LedgerDayTable>();
	for (const { balance_key, seq, at } of rows) {
		const day = at - (at % DAY_MS);
		const name = `${balance_key} ${day}`;
		const known = days.get(name);
		if (known) {
			known.entries++;
			known.last_seq = seq;
		} else days.set(name, { balance_key, day, entries: 1, first_seq: seq, last_seq: seq });
	}
	return [...days.values()];
}
