import type { Migration } from "../platform/db/migrate.ts";
import { index, numberedTable } from "./table.ts";

/** The previous values of each change of a product, so that people can see and undo it, and which changes belong together. */
export const productHistory: Migration = {
	name: "0025-product-history",
	async up(tx, traits) {
		await numberedTable(tx, traits, "change_set", {
			opened_at: "bigint",
			closed_at: "bigint?",
			kind: "text",
			account_id: "text?",
			by_name: "text?",
			batch: "text?",
			ownership: "text?",
			after_history: "bigint",
			last_history: "bigint?",
		});
		await index(tx, "change_set", ["opened_at"]);
		await numberedTable(tx, traits, "product_history", {
			barcode: "text",
			at: "bigint",
			change_set: "bigint?",
			kind: "text",
			changed: "integer",
			values_before: "text?",
			undoes: "bigint?",
		});
		await index(tx, "product_history", ["barcode"]);
	},
};
