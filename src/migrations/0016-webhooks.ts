import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/** Webhooks of clients and the last attempts to deliver to them. Three partial indexes find whatever is due. */
export const webhooks: Migration = {
	name: "0016-webhooks",
	async up(tx, traits) {
		await table(tx, traits, "webhook", ["client_id"], {
			client_id: "text",
			url: "text",
			secret: "text",
			former_secrets: "text",
			set_at: "bigint",
			active: "integer",
			switched_off_at: "bigint?",
			position: "bigint",
			event_id: "text?",
			event_body: "text?",
			event_at: "bigint?",
			event_position: "bigint?",
			event_failures: "integer",
			first_attempt_at: "bigint?",
			retry_at: "bigint?",
			test_id: "text?",
			test_body: "text?",
			test_requested_at: "bigint?",
			quiet_until: "bigint",
			lease_id: "text?",
			lease_until: "bigint",
			last_success_at: "bigint?",
			last_failure_at: "bigint?",
			last_failure_reason: "text?",
			attempts_made: "bigint",
		});
		await sql`create index webhook_with_test on webhook (client_id) where test_id is not null`.execute(tx);
		await sql`create index webhook_with_event on webhook (retry_at) where retry_at is not null`.execute(tx);
		await sql`create index webhook_without_event on webhook (position)
			where active = 1 and event_id is null`.execute(tx);
		await table(tx, traits, "webhook_attempt", ["client_id", "number"], {
			client_id: "text",
			number: "bigint",
			event_id: "text",
			is_test: "integer",
			at: "bigint",
			duration_ms: "bigint",
			status: "integer?",
			reason: "text?",
			expires_at: "bigint",
		});
		await index(tx, "webhook_attempt", ["expires_at"]);
	},
};
