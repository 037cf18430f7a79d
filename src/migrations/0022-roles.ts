import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** Roles instead of the previous single flag, and the first approver of a top-up that two people have to approve. */
export const roles: Migration = {
	name: "0022-roles",
	async up(tx, traits) {
		await addedColumns(tx, traits, "account", { roles: "text?" });
		await sql`update account set roles = case when is_administrator = 1 then '["administrator"]' else '[]' end`.execute(
			tx,
		);
		await tx.schema.alterTable("account").dropColumn("is_administrator").execute();
		await addedColumns(tx, traits, "top_up", { first_approved_by: "text?", first_approved_at: "bigint?" });
	},
};
