import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { forUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { type Client, clientFromRow } from "./client.ts";

/** A client with what only sign-in needs, read inside the deciding transaction and locked until its end, which serialises changes of its tokens. */
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
