import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, index, table } from "./table.ts";

/** Credits paid by card, and accounts that owe for payments that were reversed. */
export const payments: Migration = {
	name: "0070-payments",
	async up(tx, traits) {
		await table(tx, traits, "payment", ["payment_id"], {
			payment_id: "text",
			account_id: "text",
			client_id: "text",
			units: "bigint",
			currency: "text",
			amount: "bigint",
			state: "text",
			session_id: "text?",
			payment_intent: "text?",
			created_at: "bigint",
			paid_at: "bigint?",
			paid_amount: "bigint?",
			top_up_id: "text?",
			balance_key: "text?",
			reversals: "text?",
			reversed_units: "bigint",
			owed_units: "bigint",
			settled_units: "bigint",
		});
		await index(tx, "payment", ["account_id", "created_at"]);
		await index(tx, "payment", ["payment_intent"]);
		await index(tx, "payment", ["created_at"]);
		await addedColumns(tx, traits, "balance_member", { owes: "integer?" });
	},
};
