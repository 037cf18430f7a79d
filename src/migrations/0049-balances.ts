import { CompiledQuery, sql } from "kysely";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import type { Migration } from "../platform/db/migrate.ts";
import type { Tx } from "../platform/db/tx.ts";
import { randomBase32 } from "../platform/ids.ts";
import { addedColumns, index, table } from "./table.ts";

/**
 * Balances on which several clients can draw. Every balance begins as its client's chain, under the client's id, so that no ledger row is rewritten:
 * columns are renamed, which takes the same time for any number of rows.
 */
export const balances: Migration = {
	name: "0049-balances",
	async up(tx, traits) {
		for (const keyed of ["balance", "ledger", "ledger_day", "spending_progress", "bought_through"]) {
			await tx.schema.alterTable(keyed).renameColumn("client_id", "balance_key").execute();
		}
		await addedColumns(tx, traits, "balance", { balance_id: "text?" });
		await nameBalances(tx);
		await index(tx, "balance", ["balance_id"], "unique");
		await addedColumns(tx, traits, "ledger", { client_id: "text?" });
		// Partial: clients that alone draw on the balance that they began with take up no index entries.
		await sql`create index ledger_charged_to_others on ledger (balance_key, client_id, seq)
			where kind = 'charge' and client_id <> balance_key`.execute(tx);
		await createMembers(tx, traits);
		await table(tx, traits, "spent_month", ["client_id", "month"], {
			client_id: "text",
			month: "bigint",
			units: "bigint",
		});
	},
};

/** Caps move from the client to its membership, where charges read them. */
async function createMembers(tx: Tx, traits: EngineTraits): Promise<void> {
	await table(tx, traits, "balance_member", ["client_id"], {
		client_id: "text",
		balance_key: "text",
		daily_cap_units: "bigint?",
		monthly_cap_units: "bigint?",
	});
	await sql`insert into balance_member (client_id, balance_key, daily_cap_units)
		select client_id, client_id, daily_cap_units from client`.execute(tx);
	await index(tx, "balance_member", ["balance_key"]);
	await tx.schema.alterTable("client").dropColumn("daily_cap_units").execute();
}

const BALANCES_AT_ONCE = 500;

/** Gives every client a balance, and every balance its public id. */
async function nameBalances(tx: Tx): Promise<void> {
	await sql`insert into balance (balance_key, units, ledger_seq, ledger_hash) select client_id, 0, 0, '' from client
		where client_id not in (select balance_key from balance)`.execute(tx);
	for (;;) {
		const { rows } = await tx.executeQuery<{ balance_key: string }>(
			CompiledQuery.raw(`select balance_key from balance where balance_id is null limit ${BALANCES_AT_ONCE}`),
		);
		if (rows.length === 0) return;
		const named = rows.map(({ balance_key }) => sql`(${balance_key}, ${`bal_${randomBase32(20)}`})`);
		await sql`with named (balance_key, balance_id) as (values ${sql.join(named)})
			update balance set balance_id = named.balance_id from named where named.balance_key = balance.balance_key`.execute(
			tx,
		);
	}
}
