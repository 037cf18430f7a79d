import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/** Barcodes that products had before they were corrected: ledger, orders and cases go on naming them. */
export const formerBarcodes: Migration = {
	name: "0061-former-barcodes",
	async up(tx, traits) {
		await table(tx, traits, "former_barcode", ["barcode"], { barcode: "text", product: "text" });
		await index(tx, "former_barcode", ["product"]);
	},
};
