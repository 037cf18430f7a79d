import { readBalance, readLedger } from "../../src/billing/balances/balance.ts";
import { LEDGER_START, ledgerHash } from "../../src/billing/ledger/ledger.ts";
import type { Database } from "../../src/platform/db/database.ts";
import type { Told } from "./told.ts";

/** A client's ledger compared with the answers the client got. */
export interface Account {
	readonly clientId: string;
	readonly entries: number;
	/** Charges that were acknowledged by an answer. */
	readonly told: number;
	readonly toldUnits: number;
	readonly chargedUnits: number;
	/** Charges that no answer acknowledged, and calls that got no answer. */
	readonly untold: number;
	readonly unanswered: number;
	readonly faults: readonly string[];
}

/**
 * Checks a client's ledger against the answers it got: every acknowledged charge is there exactly once, at its price; there are no more
 * unacknowledged charges than calls without an answer; and the hash chain leads to the balance.
 */
export async function checkAccount(db: Database, told: Told): Promise<Account> {
	const { clientId } = told;
	const rows = await readLedger(db, clientId);
	const faults = told.contradictions.map((id) => `${id}: told at two prices`);
	let [balance, hash] = [0, LEDGER_START];
	rows.forEach((row, index) => {
		balance += row.units;
		hash = ledgerHash(hash, row);
		const isNext = row.seq === index + 1 && row.balance_after === balance && row.hash === hash;
		if (!isNext) faults.push(`entry ${row.seq} does not follow the one before`);
	});
	if (balance !== (await readBalance(db, clientId))) faults.push("the balance is not the sum of the entries");

	const charged = new Map<string, number>();
	let chargedUnits = 0;
	for (const { kind, request_id, units } of rows) {
		if (kind !== "charge") continue;
		if (charged.has(request_id)) faults.push(`${request_id}: charged twice`);
		charged.set(request_id, -units);
		chargedUnits -= units;
	}
	let toldUnits = 0;
	for (const [id, units] of told.charges) {
		toldUnits += units;
		if (charged.get(id) !== units) faults.push(`${id}: told ${units} units, charged ${charged.get(id)}`);
	}
	const untold = [...charged.keys()].filter((id) => !told.charges.has(id)).length;
	if (untold > told.unknown)
		faults.push(`${untold} charges that nobody was told of, ${told.unknown} calls without an answer`);
	const counts = { entries: rows.length, told: told.charges.size, untold, unanswered: told.unknown };
	return { clientId, ...counts, toldUnits, chargedUnits, faults };
}
