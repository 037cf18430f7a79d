import type { Member } from "../../pages/call.ts";
import { membersFor, type PortalAccess, type Role, rolesFor } from "../../pages/contract.ts";
import { pageErrors, requireFound } from "../../pages/errors.ts";
import { holdsOneOf } from "../../pages/roles.ts";
import type { Database } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { findRow, rowsForUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { commonErrors } from "../../platform/http/http-error.ts";
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

/** A client that somebody reaches. */
export interface Reached extends ReachedId {
	readonly client: Client;
}

/**
 * The client that a path names, for members of its account and for people with a role that the route asks for.
 * @throws HttpError 404 for anybody else, who does not learn whether it exists; 403 for those who see it, but lack the role.
 */
export async function requireReached(
	{ db }: { readonly db: Database },
	{ person, path, access }: ReachingCall,
): Promise<Reached> {
	const client = await requireAny(db, path.client_id);
	const { account_id } = person.shop;
	const isOwn = client.ownerId === account_id;
	const reached = { client, clientId: client.clientId };
	if (holdsOneOf(person.account, rolesFor({ access }) ?? [])) return { ...reached, ownedBy: undefined };
	if (isOwn && membersFor({ access })?.includes(person.role)) {
		return { ...reached, ownedBy: account_id };
	}
	if (isOwn) throw pageErrors.member_role_missing();
	throw holdsOneOf(person.account, SEE_ALL) ? pageErrors.role_missing() : commonErrors.not_found();
}

/** Any client, for those who reach every one. @throws HttpError 404 */
export async function requireAny(db: Database, clientId: string): Promise<Client> {
	const row = await findRow(db.read, "client", { client_id: clientId });
	// What represents somebody who looks at pictures in administration is nobody's client.
	return clientFromRow(requireFound(row?.viewer_id === null && row));
}

interface ReachingCall {
	readonly person: Member;
	readonly path: { readonly client_id: string };
	readonly access: PortalAccess;
}

/** The roles that see every client. */
export const SEE_ALL = ["administrator", "accountant"] as const satisfies readonly Role[];

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

/** A client by id, and who reaches it. */
export interface ReachedId {
	readonly clientId: string;
	/** The account that has to own it; undefined for the operator, who reaches every client. */
	readonly ownedBy?: string | undefined;
}

/** A client, locked like its row, if it is owned by this account. */
export async function lockedOwnedClient(
	tx: Tx,
	{ accountId, clientId }: { readonly accountId: string; readonly clientId: string },
	traits: EngineTraits,
): Promise<Client | undefined> {
	return lockedReached(tx, { clientId, ownedBy: accountId }, traits);
}

/** The same, if it is reached. */
export async function lockedReached(
	tx: Tx,
	{ clientId, ownedBy }: ReachedId,
	traits: EngineTraits,
): Promise<Client | undefined> {
	const client = await lockedClient(tx, clientId, traits);
	return ownedBy === undefined || client?.ownerId === ownedBy ? client : undefined;
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
