import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** Memory cards: uploads of raw pictures, which are grouped before they are imported. */
export const cards: Migration = {
	name: "0078-cards",
	async up(tx, traits) {
		await addedColumns(tx, traits, "import_batch", { card: "text?" });
		await sql`create index import_card on import_batch (import_id) where card is not null`.execute(tx);
	},
};
