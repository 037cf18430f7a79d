import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, index } from "./table.ts";

/** Indexes for searching the event log by client, person, address, request and time, newest first, and for listing clients by age. */
export const eventSearch: Migration = {
	name: "0024-event-search",
	async up(tx, traits) {
		await addedColumns(tx, traits, "portal_event", { client_id: "text?" });
		await sql`update portal_event set client_id = case when action like 'top_up.%' or action = 'order.placed' then detail else subject end
			where action like 'top_up.%' or action = 'order.placed' or subject like 'ps_client_%'`.execute(tx);
		await sql`update portal_event set detail = null where action like 'top_up.%'`.execute(tx);
		await tx.schema.dropIndex("portal_event_by_account_id").execute();
		await index(tx, "portal_event", ["at"]);
		await index(tx, "portal_event", ["account_id", "at"]);
		await index(tx, "portal_event", ["client_id", "at"]);
		await index(tx, "portal_event", ["address", "at"]);
		await index(tx, "portal_event", ["request_id"]);
		await index(tx, "client", ["created_at"]);
	},
};
