import type { Selectable } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { LedgerTable } from "../tables.ts";

/** Units of the balance that a client draws on; 0 if there is no such client. */
export async function readBalance(db: Pick<Database, "read">, clientId: string): Promise<number> {
	return (await balanceOf(db, clientId))?.units ?? 0;
}

export function balanceOf({ read }: Pick<Database, "read">, clientId: string) {
	return read
		.selectFrom("balance_member")
		.innerJoin("balance", "balance.balance_key", "balance_member.balance_key")
		.select(["balance.balance_key", "balance_id", "units"])
		.where("client_id", "=", clientId)
		.executeTakeFirst();
}

/** The balances whose newest rows may name a client: the one that it draws on, and its first one. */
export async function balanceKeysOf(db: Pick<Database, "read">, clientId: string): Promise<string[]> {
	return [...new Set([clientId, await balanceKeyOf(db, clientId)])];
}

export async function balanceKeyOf(db: Pick<Database, "read">, clientId: string): Promise<string> {
	return (await balanceOf(db, clientId))?.balance_key ?? clientId;
}

/** Number of a balance's newest ledger row; 0 if there is none. Rows are numbered without gaps. */
export async function newestEntry({ read }: Pick<Database, "read">, balanceKey: string): Promise<number> {
	const row = await findRow(read, "balance", { balance_key: balanceKey }, ["ledger_seq"]);
	return row?.ledger_seq ?? 0;
}

/** The whole ledger of a balance, oldest first. */
export function readLedger(
	{ scan }: Pick<Database, "scan">,
	balanceKey: string,
): Promise<Selectable<LedgerTable>[]> {
	return scan.selectFrom("ledger").selectAll().where("balance_key", "=", balanceKey).orderBy("seq").execute();
}
