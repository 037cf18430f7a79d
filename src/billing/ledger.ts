import { hash } from "node:crypto";
import type { LedgerTable } from "./tables.ts";

/** What the first row of a client chains to. */
export const LEDGER_START = "";

/**
 * The hash of a ledger row: SHA-256 in base64url over the previous row's hash and every column, one to a line. Rows
 * cannot be altered, dropped or put in another order without the chain breaking there.
 */
export function ledgerHash(previousHash: string, row: Omit<LedgerTable, "hash">): string {
	const lines = [
		previousHash,
		row.client_id,
		row.seq,
		row.at,
		row.request_id,
		row.kind,
		row.units,
		row.balance_after,
		row.detail,
		row.note ?? "",
	];
	return hash("sha256", lines.join("\n"), "base64url");
}
