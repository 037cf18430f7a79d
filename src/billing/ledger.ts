import { hash } from "node:crypto";
import type { LedgerTable } from "./tables.ts";

/** What the first ledger row of a client chains to. */
export const LEDGER_START = "";

/**
 * The hash of a ledger row: SHA-256 in base64url over the previous row's hash and every column, one per line. Altering, dropping or
 * reordering rows breaks the chain at that place.
 */
export function ledgerHash(previousHash: string, row: Omit<LedgerTable, "hash">): string {
	const { client_id, seq, at, request_id, kind, units, balance_after, detail, note } = row;
	const lines = `${previousHash}\n${client_id}\n${seq}\n${at}\n${request_id}\n${kind}\n${units}\n${balance_after}\n${detail}\n${note ?? ""}`;
	return hash("sha256", lines, "base64url");
}
