import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/**
 * Makes any page of a ledger fast to find, however long the ledger: counts of entries by client and UTC day, and an index of the few that are not
 * charges. Also indexes for deletion by age.
 */
export const ledgerDays: Migration = {
	name: "0004-ledger-days",
	async up(tx, traits) {
		await table(tx, traits, "ledger_day", ["client_id", "day"], {
			client_id: "text",
			day: "bigint",
			entries: "bigint",
			first_seq: "bigint",
			last_seq: "bigint",
		});
		await sql`insert into ledger_day (client_id, day, entries, first_seq, last_seq)
			select client_id, at - at % 86400000, count(*), min(seq), max(seq) from ledger group by client_id, at - at % 86400000`.execute(
			tx,
		);
		// Partial: charges, of which there are many, take up no index entries.
		await sql`create index ledger_not_charged on ledger (client_id, kind, seq) where kind <> 'charge'`.execute(
			tx,
		);
		await index(tx, "sign_in_failure", ["updated_at"]);
		await index(tx, "sign_in_window", ["started_at"]);
		await index(tx, "portal_attempt", ["started_at"]);
	},
};
