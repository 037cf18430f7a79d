/**
 * What people find a product by, written in the transaction that writes the product. Rows of batches that are packed are looked up in the
 * packs, the newer ones one by one (ADR-0026).
 */
export interface ProductTextTable {
	barcode: string;
	/** The batch that was open when the row was last written. */
	batch: number;
	/** Words of name and brand, and the barcode's digits: normalised, in that order, each between blanks. The order of results. */
	words: string;
	/** What it is filtered by (marks.ts), each between blanks. */
	marks: string;
}

/** Where the index stands: one row. */
export interface TextIndexTable {
	id: number;
	/** The batch that rows are written in now. Those before it are closed: no row joins them any more. */
	open_batch: number;
	/** Rows written in the open batch, at most. */
	in_batch: number;
	/** Batches up to this one are packed. */
	packed_batch: number;
	/** The rules (product-text.ts) that all rows follow; null while rows of an earlier version may be missing or follow others. */
	written_by: string | null;
	/** The rules by which products up to an id have been written again. */
	filling_by: string | null;
	filled_to: number;
}

/** The rows of some batches, packed. Packs in use cover different batches. */
export interface TextPackTable {
	pack: number;
	from_batch: number;
	to_batch: number;
	/** Places: its products when it was made. Those changed since are skipped, because their rows have a later batch. */
	products: number;
	/** 0 while it is made, and again once others took its place. */
	is_used: number;
	/** When it was begun or replaced, epoch milliseconds: for a while searches under way go on reading it. */
	unused_since: number;
}

/** Some of a pack's terms, in order, with the places of the products that have them (term-pages.ts). */
export interface TextPageTable {
	pack: number;
	first_term: string;
	content: Uint8Array;
}

/** Some consecutive places of a pack: its products in the order of their words. */
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
