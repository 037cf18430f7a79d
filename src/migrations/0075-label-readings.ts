import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/** What was read from the labels in pictures of backs. */
export const labelReadings: Migration = {
	name: "0075-label-readings",
	async up(tx, traits) {
		await table(tx, traits, "label_reading", ["image_id"], {
			image_id: "text",
			barcode: "text",
			proposal_id: "text?",
			refused: "text?",
			reading: "text?",
			read_at: "bigint",
		});
		await index(tx, "label_reading", ["proposal_id"]);
	},
};
