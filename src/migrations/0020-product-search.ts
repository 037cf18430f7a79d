import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/**
 * The search index of products. The texts of existing products are written by catalogue/search/fill-texts.ts, and packed by
 * catalogue/search/pack-texts.ts.
 */
export const productSearch: Migration = {
	name: "0020-product-search",
	async up(tx, traits) {
		await table(tx, traits, "product_text", ["barcode"], {
			barcode: "text",
			batch: "bigint",
			words: "text",
			marks: "text",
		});
		await index(tx, "product_text", ["batch", "barcode"]);
		await table(tx, traits, "text_index", ["id"], {
			id: "integer",
			open_batch: "bigint",
			in_batch: "bigint",
			packed_batch: "bigint",
			written_by: "text?",
			filling_by: "text?",
			filled_to: "bigint",
		});
		// Only needed if products exist that have to be indexed. Otherwise the first product creates the row: a new database stays empty, so that a
		// restore or a move can fill it.
		await sql`insert into text_index (id, open_batch, in_batch, packed_batch, filled_to)
			select 1, 1, 0, 0, 0 where exists (select 1 from product)`.execute(tx);
		await table(tx, traits, "text_pack", ["pack"], {
			pack: "bigint",
			from_batch: "bigint",
			to_batch: "bigint",
			products: "bigint",
			is_used: "integer",
			unused_since: "bigint",
		});
		await table(tx, traits, "text_page", ["pack", "first_term"], {
			pack: "bigint",
			first_term: "text",
			content: "bytes",
		});
		await table(tx, traits, "text_slice", ["slice_key"], {
			slice_key: "text",
			pack: "bigint",
			slice: "integer",
			first_words: "text",
			barcodes: "text",
		});
		await index(tx, "text_slice", ["pack", "first_words", "slice"]);
	},
};
