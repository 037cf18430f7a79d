import type { Selectable } from "kysely";
import type { Database } from "../platform/db/database.ts";
import type { LedgerTable } from "./tables.ts";

/** Units that a client has; 0 when it never had any. */
export async function readBalance(db: Database, clientId: string): Promise<number> {
	const row = await db.read
		.selectFrom("balance")
		.select("units")
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	return row?.units ?? 0;
}

/** The whole ledger of a client, oldest first. */
export function readLedger(db: Database, clientId: string): Promise<Selectable<LedgerTable>[]> {
	return db.scan.selectFrom("ledger").selectAll().where("client_id", "=", clientId).orderBy("seq").execute();
}
