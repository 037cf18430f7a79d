import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/** Sign-ups waiting for the mailed link to be followed. */
export const signUpLinks: Migration = {
	name: "0010-sign-up-links",
	async up(tx, traits) {
		await table(tx, traits, "sign_up_link", ["token_hash"], {
			token_hash: "text",
			email: "text",
			created_at: "bigint",
			expires_at: "bigint",
			used_at: "bigint?",
		});
		await index(tx, "sign_up_link", ["expires_at"]);
	},
};
