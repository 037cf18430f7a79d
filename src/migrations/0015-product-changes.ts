import type { Migration } from "../platform/db/migrate.ts";
import { table } from "./table.ts";

/** Every change of a product, by its position in commit order. */
export const productChanges: Migration = {
	name: "0015-product-changes",
	async up(tx, traits) {
		await table(tx, traits, "product_change", ["position"], {
			position: "bigint",
			changed_at: "bigint",
			barcode: "text",
			changed: "integer",
			held: "integer",
			brand_before: "bigint?",
			department_before: "bigint?",
			brand_after: "bigint?",
			department_after: "bigint?",
		});
	},
};
