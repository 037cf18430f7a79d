import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, index, table } from "./table.ts";

/** Certificates of agencies, which hechsher of a product rests on which, and the products of each. */
export const certificates: Migration = {
	name: "0068-certificates",
	async up(tx, traits) {
		await table(tx, traits, "certificate", ["certificate_id"], {
			certificate_id: "text",
			symbol: "text",
			issued_on: "text?",
			valid_until: "text?",
			checked_on: "text?",
			source: "text?",
			note: "text?",
			passed: "text?",
			untold: "text?",
		});
		await index(tx, "certificate", ["valid_until"]);
		await table(tx, traits, "certificate_product", ["certificate_id", "barcode"], {
			certificate_id: "text",
			barcode: "text",
		});
		await index(tx, "certificate_product", ["barcode"]);
		await addedColumns(tx, traits, "product", { certificates: "text?" });
	},
};
