import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/** Usage by day, so that the totals of all clients can be read without going through each one's hours; and indexes for the current day. */
export const usageDays: Migration = {
	name: "0043-usage-days",
	async up(tx, traits) {
		await table(tx, traits, "usage_day", ["day", "action", "client_id"], {
			day: "bigint",
			action: "text",
			client_id: "text",
			requests: "bigint",
			units: "bigint",
		});
		await sql`create index usage_day_of_action on usage_day (action, client_id, day, requests, units)`.execute(
			tx,
		);
		await table(tx, traits, "day_total", ["day"], {
			day: "bigint",
			requests: "bigint",
			units: "bigint",
			refusals: "text",
		});
		await sql`create index usage_hour_in_time on usage_hour (hour, client_id) where action = ''`.execute(tx);
		await index(tx, "refusal_day", ["day"]);
	},
};
