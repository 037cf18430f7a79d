import type { Member } from "../../pages/call.ts";
import { requireFound } from "../../pages/errors.ts";
import type { Database } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { findRow, rowsForUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { type Client, clientFromRow } from "./client.ts";
import type { ClientTable } from "./tables.ts";

/** The clients owned by an account, newest first, revoked ones included. */
export async function ownedClients(tx: Tx, ownerId: string): Promise<Client[]> {
	const rows = await tx
		.selectFrom("client")
		.selectAll()
		.where("owner_id", "=", ownerId)
		.orderBy("created_at", "desc")
		.orderBy("client_id")
		.execute();
	return rows.map(clientFromRow);
}

export async function ownedClient(tx: Tx, ownerId: string, clientId: string): Promise<Client | undefined> {
	const row = await findRow(tx, "client", { client_id: clientId, owner_id: ownerId });
	return row && clientFromRow(row);
}

/** @throws HttpError 404 when the key is not this account's, which does not reveal whether it exists. */
export async function requireOwn(
	{ db }: { readonly db: Database },
	person: Member,
	clientId: string,
): Promise<Client> {
	return requireFound(await ownedClient(db.read, person.shop.account_id, clientId));
}

/** The row of a client, locked until the end of the transaction where transactions run concurrently: that serialises changes of its tokens. */
export async function lockedRow(
	tx: Tx,
	clientId: string,
	traits: EngineTraits,
): Promise<ClientTable | undefined> {
	const [row] = await rowsForUpdate(tx, traits, "client", "client_id", [clientId]);
	return row;
}

/** A client, locked like its row. */
export async function lockedClient(
	tx: Tx,
	clientId: string,
	traits: EngineTraits,
): Promise<Client | undefined> {
	const row = await lockedRow(tx, clientId, traits);
	return row && clientFromRow(row);
}

/** The same, if the client is owned by this account. */
export async function lockedOwnedClient(
	tx: Tx,
	{ accountId, clientId }: { readonly accountId: string; readonly clientId: string },
	traits: EngineTraits,
): Promise<Client | undefined> {
	const client = await lockedClient(tx, clientId, traits);
	return client?.ownerId === accountId ? client : undefined;
}

/** Number of clients with a key per account that are neither revoked nor expired. */
export async function activeClientCounts(
	tx: Tx,
	ownerIds: readonly string[],
	nowMs: number,
): Promise<ReadonlyMap<string, number>> {
	if (ownerIds.length === 0) return new Map();
	const rows = await tx
		.selectFrom("client")
		.select((set) => ["owner_id", set.fn.countAll<number>().as("clients")])
		.where("owner_id", "in", ownerIds)
		.where("buyer_id", "is", null)
		.where("revoked_at", "is", null)
		.where((set) => set.or([set("expires_at", "is", null), set("expires_at", ">", nowMs)]))
		.groupBy("owner_id")
		.execute();
	return new Map(rows.map(({ owner_id, clients }) => [owner_id ?? "", clients]));
}
