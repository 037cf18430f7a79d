import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** Says by which rules a pack of the product search was made. Packs of earlier versions are made again beside the server. */
export const packRules: Migration = {
	name: "0045-pack-rules",
	async up(tx, traits) {
		await addedColumns(tx, traits, "text_pack", { rules: "text?" });
	},
};
