import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** How the cells of a picture were chosen; unknown for existing rows. `packshot images prepare` redoes those that would look better now. */
export const markingVersion: Migration = {
	name: "0023-marking-version",
	async up(tx, traits) {
		await addedColumns(tx, traits, "image", { marking_version: "integer?" });
	},
};
