import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";

/**
 * Adds the sizes of files without the visible watermark, and an index of the pictures whose size has yet to be read from their file
 * (pictures/store/plain-sizes.ts).
 */
export const plainSizes: Migration = {
	name: "0007-plain-sizes",
	async up(tx, traits) {
		await tx.schema.alterTable("image").addColumn("plain_size_bytes", traits.bigInteger).execute();
		await tx.schema.alterTable("product").addColumn("plain_sizes", "text").execute();
		await sql`create index image_without_plain_size on image (image_id)
			where plain_size_bytes is null and active = 1 and markable = 1`.execute(tx);
	},
};
