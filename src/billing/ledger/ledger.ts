import { hash } from "node:crypto";
import type { LedgerTable } from "../tables.ts";

/** The previous hash of a client's first ledger row. */
export const LEDGER_START = "";

/** First line of the hashed text of a row with a barcode; other rows have the previous hash there, so that neither can be mistaken for the other. */
export const BARCODE_FORMAT = "barcode";

/**
 * The hash of a ledger row: SHA-256 in base64url over the previous row's hash and every column, one per line. Altering, dropping or reordering rows
 * breaks the chain at that point. A row without a barcode is hashed as it was before that column existed.
 */
export function ledgerHash(previousHash: string, row: Omit<LedgerTable, "hash">): string {
	const { client_id, seq, at, request_id, kind, units, balance_after, detail, note, barcode } = row;
	const start = barcode === null ? previousHash : `${BARCODE_FORMAT}\n${previousHash}`;
	const charged = barcode === null ? detail : `${detail}\n${barcode}`;
	const lines = `${start}\n${client_id}\n${seq}\n${at}\n${request_id}\n${kind}\n${units}\n${balance_after}\n${charged}\n${note ?? ""}`;
	return hash("sha256", lines, "base64url");
}
