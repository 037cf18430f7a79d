import type { Generated, Selectable } from "kysely";

/** Changes of the catalogue that were made by one act: an import, an edit, a removal, an undo. */
export interface ChangeSetTable {
	id: Generated<number>;
	opened_at: number;
	/** When an import ended; null while it runs, and for ever where it was killed. */
	closed_at: number | null;
	kind: string;
	/** Who did it in the pages; null for the command line. */
	account_id: string | null;
	/** The name that was given with it, as `--uploaded-by`. */
	by_name: string | null;
	/** `source_batch` and `ownership` of the pictures that it brings; null where it brings none. */
	batch: string | null;
	ownership: string | null;
	/** Its changes are among the rows of `product_history` after this one, up to the last; null: to the newest there is. */
	after_history: number;
	last_history: number | null;
}

/** A committed change of one product. Ids count up in the order of the commits. */
export interface ProductHistoryTable {
	id: Generated<number>;
	barcode: string;
	/** The stamp of its transaction, epoch milliseconds. */
	at: number;
	/** What it belongs to; null where whoever made it does not say. */
	change_set: number | null;
	kind: string;
	/** What changed: bits of ../changes/change-bits.ts. */
	changed: number;
	/** What was there before, of what changed, as values-before.ts writes it; null where the product was new. */
	values_before: string | null;
	/** The change that this one takes back. */
	undoes: number | null;
}

export type HistoryRow = Selectable<ProductHistoryTable>;

declare module "../../platform/db/tables.ts" {
	interface Tables {
		change_set: ChangeSetTable;
		product_history: ProductHistoryTable;
	}
}
