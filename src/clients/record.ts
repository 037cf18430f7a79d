import type { Tx } from "../platform/db/tx.ts";
import { type Client, clientFromRow } from "./client.ts";
import { clientRow } from "./store.ts";

/** A client with what only signing in needs to know. Read fresh, inside the transaction that decides. */
export async function clientRecord(
	tx: Tx,
	clientId: string,
): Promise<{ client: Client; keyHash: string } | undefined> {
	const row = await clientRow(tx, clientId);
	return row && { client: clientFromRow(row), keyHash: row.key_hash };
}
