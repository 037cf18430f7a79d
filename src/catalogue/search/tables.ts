/**
 * The search text of a product, written in the transaction that writes the product. Rows of packed batches are looked up in the packs, newer ones one
 * by one (ADR-0026).
 */
export interface ProductTextTable {
	barcode: string;
	/** The batch that was open when the row was last written. */
	batch: number;
	/** Normalised words of name and brand, then the barcode's digits, each between blanks. Determines the order of results. */
	words: string;
	/** The facets it is filtered by (facets.ts), each between blanks. */
	marks: string;
}

/** The state of the index, in a single row. */
export interface TextIndexTable {
	id: number;
	/** The batch that rows are currently written in. Earlier ones are closed: no rows are added to them. */
	open_batch: number;
	/** Upper bound of the number of rows in the open batch. */
	in_batch: number;
	/** All batches up to this one are packed. */
	packed_batch: number;
	/** The rules (product-text.ts) that all rows follow; null while rows of an earlier version may be missing or outdated. */
	written_by: string | null;
	/** The rules by which products up to `filled_to` have been rewritten. */
	filling_by: string | null;
	filled_to: number;
}

/** The packed rows of some batches. Packs in use cover different batches. */
export interface TextPackTable {
	pack: number;
	from_batch: number;
	to_batch: number;
	/** Number of places, i.e. of products when it was made. Those changed since are skipped, because their rows are in a later batch. */
	products: number;
	/** 0 while it is being built, and again once it has been replaced. */
	is_used: number;
	/** When it was begun or replaced, epoch milliseconds: searches in progress may keep reading it for a while. */
	unused_since: number;
	/** The rules (build-pack.ts) by which it was made; null for the first ones. */
	rules: string | null;
}

/** Consecutive terms of a pack, with the places of the products that have them (term-pages.ts). */
export interface TextPageTable {
	pack: number;
	first_term: string;
	content: Uint8Array;
}

/** Consecutive places of a pack: its products in the order of their words. */
export interface TextSliceTable {
	/** `pack.slice`. */
	slice_key: string;
	pack: number;
	slice: number;
	first_words: string;
	/** Separated by blanks. */
	barcodes: string;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		product_text: ProductTextTable;
		text_index: TextIndexTable;
		text_pack: TextPackTable;
		text_page: TextPageTable;
		text_slice: TextSliceTable;
	}
}
