import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, index, table } from "./table.ts";

/**
 * The packed prints for looking up leaks, and where the print of each picture is: null for existing ones until pictures/prints/index-pictures.ts has
 * packed it. Also indexes all versions of a picture by barcode.
 */
export const leakSearch: Migration = {
	name: "0014-leak-search",
	async up(tx, traits) {
		await table(tx, traits, "search_pack", ["pack"], { pack: "bigint", image_ids: "text", prints: "bytes" });
		await addedColumns(tx, traits, "image", { search_pack: "bigint?" });
		await index(tx, "image", ["search_pack"]);
		await sql`create index image_without_pack on image (image_id)
			where search_pack is null and fingerprint is not null`.execute(tx);
		await index(tx, "image", ["barcode", "variant"]);
	},
};
