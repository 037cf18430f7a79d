import type { Selectable } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { LedgerTable } from "../tables.ts";

/** Balance of a client in units; 0 if it has never had one. */
export async function readBalance(db: Database, clientId: string): Promise<number> {
	const row = await db.read
		.selectFrom("balance")
		.select("units")
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	return row?.units ?? 0;
}

/** Total balance of several clients, in units. */
export async function sumBalances(db: Database, clientIds: readonly string[]): Promise<number> {
	if (clientIds.length === 0) return 0;
	const { units } = await db.read
		.selectFrom("balance")
		.select((row) => row.fn.sum<number | null>("units").as("units"))
		.where("client_id", "in", clientIds)
		.executeTakeFirstOrThrow();
	return Number(units ?? 0);
}

/** Number of a client's newest ledger row; 0 if there is none. Rows are numbered without gaps. */
export async function newestEntry(db: Database, clientId: string): Promise<number> {
	const row = await db.read
		.selectFrom("balance")
		.select("ledger_seq")
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	return row?.ledger_seq ?? 0;
}

/** The whole ledger of a client, oldest first. */
export function readLedger(db: Database, clientId: string): Promise<Selectable<LedgerTable>[]> {
	return db.scan.selectFrom("ledger").selectAll().where("client_id", "=", clientId).orderBy("seq").execute();
}

/** Upserts a balance. */
export const REPLACE_BALANCE = `on conflict (client_id) do update set units = excluded.units, ledger_seq = excluded.ledger_seq,
	ledger_hash = excluded.ledger_hash`;
