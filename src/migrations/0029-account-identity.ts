import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/** Whom a provider of sign-ins vouches for, and which account is theirs. */
export const accountIdentity: Migration = {
	name: "0029-account-identity",
	async up(tx, traits) {
		await table(tx, traits, "account_identity", ["issuer", "subject"], {
			issuer: "text",
			subject: "text",
			account_id: "text",
			linked_at: "bigint",
		});
		await index(tx, "account_identity", ["account_id"]);
	},
};
