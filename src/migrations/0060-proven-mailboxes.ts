import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** Which links prove a mailbox, and until when others may have had access. So far, only first sign-ins through a provider ended that. */
export const provenMailboxes: Migration = {
	name: "0060-proven-mailboxes",
	async up(tx, traits) {
		await addedColumns(tx, traits, "password_reset", { mailed_to: "text?" });
		await addedColumns(tx, traits, "account", { others_until: "bigint?" });
		await sql`update account set others_until = email_verified_at
			where email_verified_at <> created_at and exists (select 1 from account_identity
				where account_identity.account_id = account.account_id and linked_at = email_verified_at)`.execute(
			tx,
		);
	},
};
