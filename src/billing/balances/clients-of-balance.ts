import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { CLIENT_OF_ROW } from "../ledger/ledger.ts";
import type { LedgerStretch } from "../ledger/ledger-sum.ts";

/** A client that draws on a balance, or once did, and the account that owns it. */
export interface OwnedClient {
	readonly client_id: string;
	readonly owner_id: string | null;
}

/** A query for the clients that draw on a balance, without revoked ones. */
export function drawingOn(tx: Pick<Tx, "selectFrom">, balanceKey: string) {
	return tx
		.selectFrom("balance_member")
		.innerJoin("client", "client.client_id", "balance_member.client_id")
		.where("balance_key", "=", balanceKey)
		.where("revoked_at", "is", null);
}

/** The clients that draw on a balance, without revoked ones. */
export function drawingClients(tx: Pick<Tx, "selectFrom">, balanceKey: string): Promise<OwnedClient[]> {
	return drawingOn(tx, balanceKey).select(["client.client_id", "owner_id"]).execute();
}

/** Whether clients besides one draw on a balance, without revoked ones. */
export async function isShared(
	{ read }: Pick<Database, "read">,
	balanceKey: string,
	clientId: string,
): Promise<boolean> {
	const other = await drawingOn(read, balanceKey)
		.select("client.client_id")
		.where("client.client_id", "<>", clientId)
		.limit(1)
		.executeTakeFirst();
	return other !== undefined;
}

/** Whether every client that ever spent from a balance is owned by an account. */
export async function spentOnlyBy(
	{ scan }: Pick<Database, "scan">,
	balanceKey: string,
	accountId: string,
): Promise<boolean> {
	const others = await otherSpenders(scan, balanceKey);
	const foreign = await scan
		.selectFrom("client")
		.select("client_id")
		.where("client_id", "in", [balanceKey, ...others])
		.where((row) => row.or([row("owner_id", "is", null), row("owner_id", "<>", accountId)]))
		.execute();
	if (foreign.some(({ client_id }) => client_id !== balanceKey)) return false;
	return foreign.length === 0 || !(await spentBy(scan, balanceKey));
}

/** The clients that the charges of a stretch of a balance's ledger name. */
export async function chargedIn(
	{ scan }: Pick<Database, "scan">,
	balanceKey: string,
	{ after, upTo }: LedgerStretch,
): Promise<string[]> {
	const rows = await scan
		.selectFrom("ledger")
		.select(CLIENT_OF_ROW.as("client_id"))
		.distinct()
		.where("balance_key", "=", balanceKey)
		.where("seq", ">", after)
		.where("seq", "<=", upTo)
		.where("kind", "=", "charge")
		.execute();
	return rows.map(({ client_id }) => client_id);
}

/** Clients with each balance that they were charged to besides the one that they began with. */
export function chargedElsewhere({ scan }: Pick<Database, "scan">) {
	return (
		scan
			.selectFrom("ledger")
			.select([sql<string>`client_id`.as("client_id"), "balance_key"])
			.distinct()
			// Must match the condition of the partial index, or the index is not used.
			.where(sql<boolean>`kind = 'charge' and client_id <> balance_key`)
			.execute()
	);
}

/** Charged clients besides the one that the balance began with; each is one search of an index that contains nothing else. */
async function otherSpenders(scan: Database["scan"], balanceKey: string): Promise<string[]> {
	const next = (after: string) =>
		scan
			.selectFrom("ledger")
			.select("client_id")
			.where("balance_key", "=", balanceKey)
			.where("client_id", ">", after)
			.where(sql<boolean>`kind = 'charge' and client_id <> balance_key`)
			.orderBy("client_id")
			.limit(1)
			.executeTakeFirst();
	const found: string[] = [];
	for (let row = await next(""); row?.client_id; row = await next(row.client_id)) found.push(row.client_id);
	return found;
}

/** Whether a client was charged to the balance that began with it. */
async function spentBy(scan: Database["scan"], balanceKey: string): Promise<boolean> {
	const row = await scan
		.selectFrom("ledger")
		.select("seq")
		.where("balance_key", "=", balanceKey)
		.where("kind", "=", "charge")
		.where(CLIENT_OF_ROW, "=", balanceKey)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}
