import { hash } from "node:crypto";
import { sql } from "kysely";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { LedgerTable } from "../tables.ts";

/** The previous hash of a balance's first ledger row. */
export const LEDGER_START = "";

/** First line of the hashed text of a row that names its client, or none. Earlier rows begin differently, so that no row can be mistaken for another. */
export const BALANCE_FORMAT = "balance";

/** First line of the hashed text of an earlier row with a barcode; one without has the previous hash there. */
const BARCODE_FORMAT = "barcode";

/**
 * The hash of a ledger row: SHA-256 in base64url over the previous row's hash and every column, one per line. Altering, dropping or reordering rows
 * breaks the chain at that point. Rows of versions that did not record a client, or a barcode, are hashed as they were then.
 */
export function ledgerHash(previousHash: string, row: Omit<LedgerTable, "hash">): string {
	return hash(
		"sha256",
		row.client_id === null ? earlierText(previousHash, row) : text(previousHash, row),
		"base64url",
	);
}

function text(previousHash: string, row: Omit<LedgerTable, "hash">): string {
	const { balance_key, client_id, seq, at, request_id, kind, units, balance_after, detail, note, barcode } =
		row;
	return `${BALANCE_FORMAT}\n${previousHash}\n${balance_key}\n${client_id}\n${seq}\n${at}\n${request_id}\n${kind}\n${units}\n${balance_after}\n${detail}\n${barcode ?? ""}\n${note ?? ""}`;
}

function earlierText(previousHash: string, row: Omit<LedgerTable, "hash">): string {
	const { balance_key, seq, at, request_id, kind, units, balance_after, detail, note, barcode } = row;
	const start = barcode === null ? previousHash : `${BARCODE_FORMAT}\n${previousHash}`;
	const charged = barcode === null ? detail : `${detail}\n${barcode}`;
	return `${start}\n${balance_key}\n${seq}\n${at}\n${request_id}\n${kind}\n${units}\n${balance_after}\n${charged}\n${note ?? ""}`;
}

/** The client that a ledger row was made for, as an SQL expression; empty for a transfer. */
export const CLIENT_OF_ROW = sql<string>`coalesce(ledger.client_id, ledger.balance_key)`;

/** Start of the UTC day of a ledger or audit row, as an SQL expression. */
export const DAY_OF_ROW = sql<number>`at - at % ${sql.lit(DAY_MS)}`;

/** The client that a ledger row was made for; `undefined` for a transfer. */
export function clientOf({
	balance_key,
	client_id,
}: Pick<LedgerTable, "balance_key" | "client_id">): string | undefined {
	return client_id === "" ? undefined : (client_id ?? balance_key);
}
