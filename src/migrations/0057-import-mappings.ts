import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, table } from "./table.ts";

/** What the columns of an imported table hold, mappings saved under a name, pictures fetched from addresses, and refused rows with their cells. */
export const importMappings: Migration = {
	name: "0057-import-mappings",
	async up(tx, traits) {
		await addedColumns(tx, traits, "import_batch", {
			table_head: "text?",
			mapping: "text?",
			fetches_pictures: "integer?",
		});
		await addedColumns(tx, traits, "import_refusal", { cells: "text?" });
		await table(tx, traits, "import_mapping", ["name"], {
			name: "text",
			mapping: "text",
			saved_by: "text",
			saved_at: "bigint",
		});
	},
};
