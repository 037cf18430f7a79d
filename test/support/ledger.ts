import { expect } from "vitest";
import type { readLedger } from "../../src/billing/balances/balance.ts";
import { LEDGER_START, ledgerHash } from "../../src/billing/ledger/ledger.ts";

type LedgerRows = Awaited<ReturnType<typeof readLedger>>;

/** Verifies a whole ledger: numbers without gaps, running balances and the hash chain. @returns the final balance in units. */
export function verifiedBalance(rows: LedgerRows): number {
	let balance = 0;
	let hash = LEDGER_START;
	rows.forEach((row, index) => {
		balance += row.units;
		hash = ledgerHash(hash, row);
		expect(row).toMatchObject({ seq: index + 1, balance_after: balance, hash });
	});
	return balance;
}
