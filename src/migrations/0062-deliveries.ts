import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, index, table } from "./table.ts";

/** Which products tables of a mapping delivered, and what is chosen for edited values, absent products and encodings. */
export const deliveries: Migration = {
	name: "0062-deliveries",
	async up(tx, traits) {
		await table(tx, traits, "delivered_product", ["delivery", "barcode"], {
			delivery: "text",
			barcode: "text",
			delivered_at: "bigint",
			gone_at: "bigint?",
		});
		await index(tx, "delivered_product", ["barcode"]);
		await addedColumns(tx, traits, "import_batch", {
			keeps_edited: "integer?",
			absent: "text?",
			encoding: "text?",
		});
	},
};
