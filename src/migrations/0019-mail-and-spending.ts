import { sql } from "kysely";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import type { Migration } from "../platform/db/migrate.ts";
import type { Tx } from "../platform/db/tx.ts";
import { addedColumns, index, table } from "./table.ts";

/** Balances that fell below their marks and who has to be notified, outgoing mail, and sums of spending by brand and barcode prefix. */
export const mailAndSpending: Migration = {
	name: "0019-mail-and-spending",
	async up(tx, traits) {
		await createLowBalances(tx, traits);
		await createMail(tx, traits);
		await table(tx, traits, "spending", ["client_id", "grouped_by", "span", "start", "name"], {
			client_id: "text",
			grouped_by: "text",
			span: "text",
			start: "bigint",
			name: "text",
			charges: "bigint",
			units: "bigint",
		});
		await table(tx, traits, "spending_progress", ["client_id"], { client_id: "text", ledger_seq: "bigint" });
	},
};

/** Balances that are already low have been low since before notifications existed: nothing is sent for them. */
async function createLowBalances(tx: Tx, traits: EngineTraits): Promise<void> {
	await table(tx, traits, "low_balance", ["client_id"], { client_id: "text", since: "bigint" });
	await sql`insert into low_balance (client_id, since)
		select client.client_id, client.created_at from client left join balance on balance.client_id = client.client_id
		where client.low_balance_units is not null and coalesce(balance.units, 0) < client.low_balance_units`.execute(
		tx,
	);
	await sql`create index client_with_mark on client (client_id) where low_balance_units is not null`.execute(
		tx,
	);
	await table(tx, traits, "low_balance_crossing", ["crossing_id"], {
		crossing_id: "text",
		client_id: "text",
		at: "bigint",
		balance_units: "bigint",
		mark_units: "bigint",
		mail_waits: "integer",
		webhook_waits: "integer",
		expires_at: "bigint",
	});
	await index(tx, "low_balance_crossing", ["expires_at"]);
	await sql`create index crossing_to_mail on low_balance_crossing (crossing_id) where mail_waits = 1`.execute(
		tx,
	);
	await sql`create index crossing_to_send on low_balance_crossing (crossing_id) where webhook_waits = 1`.execute(
		tx,
	);
	await addedColumns(tx, traits, "webhook", { notices: "text?" });
	await sql`create index webhook_with_notice on webhook (client_id) where notices is not null`.execute(tx);
}

async function createMail(tx: Tx, traits: EngineTraits): Promise<void> {
	await table(tx, traits, "mail", ["mail_id"], {
		mail_id: "text",
		kind: "text",
		account_id: "text",
		recipient: "text",
		subject: "text",
		text_body: "text",
		html_body: "text",
		unsubscribe_url: "text",
		created_at: "bigint",
		failures: "integer",
		retry_at: "bigint?",
		lease_until: "bigint",
		sent_at: "bigint?",
		given_up_at: "bigint?",
		last_failure: "text?",
		expires_at: "bigint",
	});
	await index(tx, "mail", ["expires_at"]);
	await index(tx, "mail", ["account_id"]);
	await sql`create index mail_waiting on mail (retry_at) where retry_at is not null`.execute(tx);
	await table(tx, traits, "email_link", ["token_hash"], {
		token_hash: "text",
		account_id: "text",
		email: "text",
		created_at: "bigint",
		expires_at: "bigint",
		used_at: "bigint?",
	});
	await index(tx, "email_link", ["account_id"]);
	await index(tx, "email_link", ["expires_at"]);
	await addedColumns(tx, traits, "account", {
		email_verified_at: "bigint?",
		low_balance_mail_off_at: "bigint?",
		digest_on_at: "bigint?",
		digest_day: "bigint?",
	});
	await sql`create index account_with_digest on account (account_id) where digest_on_at is not null`.execute(
		tx,
	);
}
