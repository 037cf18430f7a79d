import { hash } from "node:crypto";
import type { LedgerTable } from "./tables.ts";

/** What the first ledger row of a client chains to. */
export const LEDGER_START = "";

/** The first line of what is hashed of a row with a barcode, where other rows have the previous hash: neither can pass for the other. */
export const BARCODE_FORMAT = "barcode";

/**
 * The hash of a ledger row: SHA-256 in base64url over the previous row's hash and every column, one per line. Altering, dropping or
 * reordering rows breaks the chain at that place. A row without a barcode is hashed as before there were any.
 */
export function ledgerHash(previousHash: string, row: Omit<LedgerTable, "hash">): string {
	const { client_id, seq, at, request_id, kind, units, balance_after, detail, note, barcode } = row;
	const start = barcode === null ? previousHash : `${BARCODE_FORMAT}\n${previousHash}`;
	const charged = barcode === null ? detail : `${detail}\n${barcode}`;
	const lines = `${start}\n${client_id}\n${seq}\n${at}\n${request_id}\n${kind}\n${units}\n${balance_after}\n${charged}\n${note ?? ""}`;
	return hash("sha256", lines, "base64url");
}
