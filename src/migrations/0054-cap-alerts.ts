import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/** Which shares of a cap clients have reached, and whether that is still to be mailed. */
export const capAlerts: Migration = {
	name: "0054-cap-alerts",
	async up(tx, traits) {
		await table(tx, traits, "cap_alert", ["client_id", "span", "start", "cap_units", "percent"], {
			client_id: "text",
			span: "text",
			start: "bigint",
			cap_units: "bigint",
			percent: "integer",
			at: "bigint",
			spent_units: "bigint",
			mail_waits: "integer",
			expires_at: "bigint",
		});
		await index(tx, "cap_alert", ["expires_at"]);
		await sql`create index cap_alert_to_mail on cap_alert (at) where mail_waits = 1`.execute(tx);
		await sql`create index member_with_cap on balance_member (client_id)
			where daily_cap_units is not null or monthly_cap_units is not null`.execute(tx);
	},
};
