import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** Payments that are made again by themselves when a balance is low. */
export const automaticTopUps: Migration = {
	name: "0073-automatic-top-ups",
	async up(tx, traits) {
		await addedColumns(tx, traits, "payment", {
			again_below: "bigint?",
			again_monthly: "bigint?",
			again_stopped: "text?",
			again_of: "text?",
			mail_waits: "integer?",
		});
		await sql`create index payment_made_again on payment (client_id) where again_below is not null`.execute(
			tx,
		);
		await sql`create index payment_by_itself on payment (client_id, created_at) where again_of is not null`.execute(
			tx,
		);
		await sql`create index payment_to_mail on payment (payment_id) where mail_waits = 1`.execute(tx);
	},
};
