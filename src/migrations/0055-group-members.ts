import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** Members that belong to an account because of their groups at the provider of sign-ins. */
export const groupMembers: Migration = {
	name: "0055-group-members",
	async up(tx, traits) {
		await addedColumns(tx, traits, "account_member", { by_group: "integer?" });
	},
};
