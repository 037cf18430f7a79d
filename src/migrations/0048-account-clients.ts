import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** The clients with which accounts buy in the pages. Accounts of earlier versions get theirs when a server starts (people/accounts/buyer.ts). */
export const accountClients: Migration = {
	name: "0048-account-clients",
	async up(tx, traits) {
		await addedColumns(tx, traits, "client", { buyer_id: "text?" });
		await sql`create unique index client_by_buyer on client (buyer_id) where buyer_id is not null`.execute(
			tx,
		);
	},
};
