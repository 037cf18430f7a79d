import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** Low balances are sent from a queue of their own, with its own retries: no change waits behind one that an endpoint refuses. */
export const balanceEvents: Migration = {
	name: "0077-balance-events",
	async up(tx, traits) {
		await addedColumns(tx, traits, "webhook", {
			notice_failures: "integer?",
			notice_first_attempt_at: "bigint?",
			notice_retry_at: "bigint?",
		});
		await sql`update webhook set notice_failures = 0, notice_retry_at = 0 where notices is not null`.execute(
			tx,
		);
		await sql`drop index webhook_with_notice`.execute(tx);
		await sql`create index webhook_with_notice on webhook (notice_retry_at) where notice_retry_at is not null`.execute(
			tx,
		);
	},
};
