import { expect } from "vitest";
import type { readLedger } from "../../src/billing/balance.ts";
import { LEDGER_START, ledgerHash } from "../../src/billing/ledger.ts";

type LedgerRows = Awaited<ReturnType<typeof readLedger>>;

/** Checks a whole ledger: numbers without a gap, running balances, the chain of hashes. @returns the balance it leads to, in units. */
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
