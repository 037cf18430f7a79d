import type { EngineTraits } from "../platform/db/engine-traits.ts";
import { forUpdate } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { type Client, clientFromRow } from "./client.ts";

/**
 * A client with what only signing in needs to know. Read fresh, inside the transaction that decides; where transactions run side by side
 * it stays locked to its end, so that everything about one client's tokens happens in turn.
 */
export async function clientRecord(
	tx: Tx,
	clientId: string,
	traits: EngineTraits,
): Promise<{ client: Client; keyHash: string } | undefined> {
	const row = await forUpdate(
		tx.selectFrom("client").selectAll().where("client_id", "=", clientId),
		traits,
	).executeTakeFirst();
	return row && { client: clientFromRow(row), keyHash: row.key_hash };
}
