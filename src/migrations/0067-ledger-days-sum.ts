import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";

/** Days of ledgers are counted after the charges: so far, each charge counted itself. */
export const ledgerDaysSum: Migration = {
	name: "0067-ledger-days-sum",
	async up(tx) {
		await sql`insert into sum_progress (sum, balance_key, ledger_seq)
			select 'ledger_days', balance_key, max(last_seq) from ledger_day group by balance_key`.execute(tx);
	},
};
