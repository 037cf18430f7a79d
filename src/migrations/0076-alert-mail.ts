import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** Whether an account gets mail about kosher alerts, which begins with those of today. */
export const alertMail: Migration = {
	name: "0076-alert-mail",
	async up(tx, traits) {
		await addedColumns(tx, traits, "account", { alert_mail_off_at: "bigint?" });
		await sql`insert into service_state (name, value)
			select 'kosher_alert_mailed', value from service_state where name = 'kosher_alert_position'`.execute(
			tx,
		);
	},
};
