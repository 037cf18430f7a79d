import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** Partial indexes for the catalogue lists in the pages, and the clients that represent people who view pictures there. */
export const catalogueLists: Migration = {
	name: "0040-catalogue-lists",
	async up(tx, traits) {
		await addedColumns(tx, traits, "client", { viewer_id: "text?" });
		await sql`create index client_by_viewer on client (viewer_id) where viewer_id is not null`.execute(tx);
		await sql`create index product_history_removed on product_history (id) where kind = 'removed'`.execute(
			tx,
		);
		await sql`create index image_noted on image (barcode, variant, quality_notes)
			where active = 1 and quality_notes <> ''`.execute(tx);
		await sql`create index image_unmarkable on image (barcode, variant)
			where active = 1 and markable = 0`.execute(tx);
	},
};
