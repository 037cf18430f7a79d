import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** Conflicts in a product's record that somebody looked at. */
export const lookedAtConflicts: Migration = {
	name: "0072-looked-at",
	async up(tx, traits) {
		await addedColumns(tx, traits, "product", { looked_at: "text?" });
	},
};
