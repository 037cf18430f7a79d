import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** Which events a webhook gets, and the queue of its kosher alerts. */
export const alertEvents: Migration = {
	name: "0071-alert-events",
	async up(tx, traits) {
		await addedColumns(tx, traits, "webhook", {
			events: "text?",
			alert_position: "bigint?",
			alert_event_id: "text?",
			alert_event_body: "text?",
			alert_event_at: "bigint?",
			alert_event_position: "bigint?",
			alert_failures: "integer?",
			alert_first_attempt_at: "bigint?",
			alert_retry_at: "bigint?",
		});
		await sql`create index webhook_with_alert on webhook (alert_retry_at) where alert_retry_at is not null`.execute(
			tx,
		);
		await sql`create index webhook_without_alert on webhook (alert_position)
			where active = 1 and alert_event_id is null`.execute(tx);
	},
};
