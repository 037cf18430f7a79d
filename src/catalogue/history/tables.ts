import type { Generated, Selectable } from "kysely";

/**
 * Changes of the catalogue made by one operation, an import, an edit, a removal or an undo, and who made them. An import opens one and passes its id to
 * everything that writes products.
 */
export interface ChangeSetTable {
	id: Generated<number>;
	opened_at: number;
	/** When an import ended; null while it runs, and forever if it was killed. */
	closed_at: number | null;
	kind: string;
	/** Who performed it in the pages; null for the command line. */
	account_id: string | null;
	/** The name given along with it, as with `--uploaded-by`. */
	by_name: string | null;
	/** `source_batch` and `ownership` of the pictures it added; null if it added none. */
	batch: string | null;
	ownership: string | null;
	/** Its changes are among the rows of `product_history` after this one, up to `last_history`; null there means up to the newest. */
	after_history: number;
	last_history: number | null;
}

/**
 * A committed change of one product: the previous state of the scopes and pictures that changed. The state after it is the previous state of the next change,
 * or the current one (ADR-0029). Ids ascend in commit order.
 */
export interface ProductHistoryTable {
	id: Generated<number>;
	barcode: string;
	/** The stamp of its transaction, epoch milliseconds. */
	at: number;
	/** The set it belongs to; null if its author did not specify one. */
	change_set: number | null;
	kind: string;
	/** What changed: bits of ../changes/change-bits.ts. */
	changed: number;
	/** The previous values of what changed, as written by values-before.ts; null if the product was new. */
	values_before: string | null;
	/** The change that this one undoes. */
	undoes: number | null;
}

export type HistoryRow = Selectable<ProductHistoryTable>;

declare module "../../platform/db/tables.ts" {
	interface Tables {
		change_set: ChangeSetTable;
		product_history: ProductHistoryTable;
	}
}
