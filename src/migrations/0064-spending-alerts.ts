import { sql } from "kysely";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import type { Migration } from "../platform/db/migrate.ts";
import type { Tx } from "../platform/db/tx.ts";
import { index, table } from "./table.ts";

/** One table of alerts for balances below their marks and shares of caps. A balance that is low has an alert that does not expire. */
export const spendingAlerts: Migration = {
	name: "0064-spending-alerts",
	async up(tx, traits) {
		await createAlerts(tx, traits);
		const into = sql`insert into spending_alert (alert_id, client_id, kind, start, limit_units, percent, at, units,
			mail_waits, webhook_waits, expires_at)`;
		await sql`${into} select crossing_id, fall.client_id, 'low_balance', null, mark_units, null, at, balance_units,
			mail_waits, webhook_waits, case when low.client_id is null then expires_at end
			from low_balance_crossing as fall
			left join low_balance as low on low.client_id = fall.client_id and low.since = fall.at`.execute(tx);
		await sql`${into} select 'low_' || low.client_id, low.client_id, 'low_balance', null, coalesce(client.low_balance_units, 0), null, since,
			coalesce(balance.units, 0), 0, 0, null
			from low_balance as low
			left join client on client.client_id = low.client_id
			left join balance_member as member on member.client_id = low.client_id
			left join balance on balance.balance_key = member.balance_key
			where not exists (select 1 from low_balance_crossing as fall where fall.client_id = low.client_id and fall.at = low.since)`.execute(
			tx,
		);
		await sql`${into} select 'cap_' || client_id || '_' || span || '_' || start || '_' || cap_units || '_' || percent,
			client_id, span, start, cap_units, percent, at, spent_units, mail_waits, 0, expires_at from cap_alert`.execute(
			tx,
		);
		await indexAlerts(tx);
		for (const former of ["low_balance", "low_balance_crossing", "cap_alert"])
			await tx.schema.dropTable(former).execute();
	},
};

async function createAlerts(tx: Tx, traits: EngineTraits): Promise<void> {
	await table(tx, traits, "spending_alert", ["alert_id"], {
		alert_id: "text",
		client_id: "text",
		kind: "text",
		start: "bigint?",
		limit_units: "bigint",
		percent: "integer?",
		at: "bigint",
		units: "bigint",
		mail_waits: "integer",
		webhook_waits: "integer",
		expires_at: "bigint?",
	});
}

async function indexAlerts(tx: Tx): Promise<void> {
	await sql`create unique index spending_alert_low on spending_alert (client_id)
		where kind = 'low_balance' and expires_at is null`.execute(tx);
	await sql`create unique index spending_alert_of_cap on spending_alert (client_id, kind, start, limit_units, percent)
		where kind <> 'low_balance'`.execute(tx);
	await sql`create index spending_alert_to_mail on spending_alert (at) where mail_waits = 1`.execute(tx);
	await sql`create index spending_alert_to_send on spending_alert (at) where webhook_waits = 1`.execute(tx);
	await index(tx, "spending_alert", ["expires_at"]);
}
