import type { EngineTraits } from "../platform/db/engine-traits.ts";
import type { Migration } from "../platform/db/migrate.ts";
import type { Tx } from "../platform/db/tx.ts";
import { addedColumns, index, numberedTable, table } from "./table.ts";

/** Accounts of people, their means of signing in, the top-ups that they request, and a record of who did what. */
export const portal: Migration = {
	name: "0003-portal",
	async up(tx, traits) {
		await createAccountTables(tx, traits);
		await createTopUpTable(tx, traits);
		await addedColumns(tx, traits, "client", {
			owner_id: "text?",
			low_balance_units: "bigint?",
			daily_cap_units: "bigint?",
		});
		await index(tx, "client", ["owner_id"]);
	},
};

async function createAccountTables(tx: Tx, traits: EngineTraits): Promise<void> {
	await table(tx, traits, "account", ["account_id"], {
		account_id: "text",
		email: "text",
		password_hash: "text",
		password_expires_at: "bigint?",
		is_administrator: "integer",
		disabled_at: "bigint?",
		created_at: "bigint",
		totp_secret: "text?",
		totp_confirmed_at: "bigint?",
		totp_last_step: "bigint",
		keys_allowed: "integer?",
	});
	await index(tx, "account", ["email"], "unique");
	await table(tx, traits, "account_session", ["session_hash"], {
		session_hash: "text",
		session_id: "text",
		account_id: "text",
		created_at: "bigint",
		last_seen_at: "bigint",
		expires_at: "bigint",
		address: "text",
		user_agent: "text",
	});
	await index(tx, "account_session", ["account_id"]);
	await index(tx, "account_session", ["expires_at"]);
	await table(tx, traits, "recovery_code", ["account_id", "code_hash"], {
		account_id: "text",
		code_hash: "text",
		used_at: "bigint?",
	});
	await table(tx, traits, "password_reset", ["token_hash"], {
		token_hash: "text",
		account_id: "text",
		created_at: "bigint",
		expires_at: "bigint",
		used_at: "bigint?",
	});
	await index(tx, "password_reset", ["account_id"]);
	await index(tx, "password_reset", ["expires_at"]);
	await table(tx, traits, "portal_attempt", ["bucket"], {
		bucket: "text",
		started_at: "bigint",
		attempts: "bigint",
	});
	await table(tx, traits, "portal_setting", ["name"], { name: "text", value: "text" });
	await numberedTable(tx, traits, "portal_event", {
		at: "bigint",
		account_id: "text?",
		action: "text",
		subject: "text",
		detail: "text?",
		address: "text?",
		request_id: "text",
	});
	await index(tx, "portal_event", ["account_id"]);
	await index(tx, "portal_event", ["subject"]);
}

async function createTopUpTable(tx: Tx, traits: EngineTraits): Promise<void> {
	await table(tx, traits, "top_up", ["top_up_id"], {
		top_up_id: "text",
		client_id: "text",
		account_id: "text",
		units: "bigint",
		note: "text?",
		state: "text",
		requested_at: "bigint",
		decided_at: "bigint?",
		decided_by: "text?",
		decision_note: "text?",
	});
	await index(tx, "top_up", ["client_id"]);
	await index(tx, "top_up", ["state", "requested_at"]);
}
