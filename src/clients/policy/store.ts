import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { assignOwner, disable, insertClient, type NewClient } from "./changes.ts";
import { type Client, clientFromRow } from "./client.ts";
import type { ClientTable } from "./tables.ts";

/** Creates the client and its balance together. */
export const createClient = command<NewClient, undefined>("clients.create", async (tx, input, traits) => {
	await insertClient(tx, input, traits);
	return undefined;
});

/** Assigns a client to an account, or to none. */
export const setOwner = command<{ clientId: string; ownerId: string | null }, undefined>(
	"clients.set_owner",
	async (tx, { clientId, ownerId }) => {
		await assignOwner(tx, clientId, ownerId);
		return undefined;
	},
);

/** Disables the client permanently. Revoking again changes nothing. */
export const revokeClient = command<{ clientId: string; nowMs: number }, boolean>("clients.revoke", disable);

/** A client, inside or outside a transaction. */
export async function findClient(tx: Tx, clientId: string): Promise<Client | undefined> {
	const row = await findRow(tx, "client", { client_id: clientId });
	return row && clientFromRow(row);
}

export function allClientRows(db: Database): Promise<ClientTable[]> {
	return db.scan
		.selectFrom("client")
		.selectAll()
		.where("viewer_id", "is", null)
		.orderBy("created_at")
		.orderBy("client_id")
		.execute();
}
