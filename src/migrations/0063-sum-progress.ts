import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { table } from "./table.ts";

/** One table says how far every sum over the ledger has come. */
export const sumProgress: Migration = {
	name: "0063-sum-progress",
	async up(tx, traits) {
		await table(tx, traits, "sum_progress", ["sum", "balance_key"], {
			sum: "text",
			balance_key: "text",
			ledger_seq: "bigint",
		});
		for (const [sum, former] of [
			["spending", "spending_progress"],
			["reads", "bought_through"],
		] as const) {
			await sql`insert into sum_progress (sum, balance_key, ledger_seq)
				select ${sql.lit(sum)}, balance_key, ledger_seq from ${sql.table(former)}`.execute(tx);
			await tx.schema.dropTable(former).execute();
		}
	},
};
