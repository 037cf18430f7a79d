import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, index, table } from "./table.ts";

/** Accounts with a name and several members. Whoever opened an account belongs to it without a row. */
export const members: Migration = {
	name: "0051-members",
	async up(tx, traits) {
		await addedColumns(tx, traits, "account", { name: "text?" });
		await addedColumns(tx, traits, "account_session", { acts_for: "text?" });
		await table(tx, traits, "account_member", ["account_id", "person_id"], {
			account_id: "text",
			person_id: "text",
			role: "text",
			joined_at: "bigint",
		});
		await index(tx, "account_member", ["person_id"]);
		await table(tx, traits, "account_invitation", ["token_hash"], {
			token_hash: "text",
			invitation_id: "text",
			account_id: "text",
			email: "text?",
			role: "text",
			created_at: "bigint",
			expires_at: "bigint",
			used_at: "bigint?",
		});
		await index(tx, "account_invitation", ["account_id"]);
		await index(tx, "account_invitation", ["expires_at"]);
	},
};
