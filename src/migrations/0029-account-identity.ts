import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/** Identities vouched for by sign-in providers, and the accounts they belong to. */
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
