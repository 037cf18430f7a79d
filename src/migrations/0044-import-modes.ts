import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/**
 * How an import combines given and stored values, and whether it takes barcodes literally; null for imports of earlier versions, which replaced and
 * did. And an index of barcodes without leading zeros, to find products that differ in nothing else.
 */
export const importModes: Migration = {
	name: "0044-import-modes",
	async up(tx, traits) {
		await addedColumns(tx, traits, "import_batch", { mode: "text?", exact: "integer?" });
		await sql`create index product_without_zeros on product (ltrim(barcode, '0'), barcode)`.execute(tx);
	},
};
