/**
 * A committed change of a product (SPEC E4). Positions are consecutive, in commit order, and never reused: each transaction takes its own from one counter
 * right before its commit (ADR-0015).
 */
export interface ProductChangeTable {
	position: number;
	/** The stamp of its transaction, epoch milliseconds. */
	changed_at: number;
	barcode: string;
	/** What changed, and what the product has since then: bits of change-bits.ts. */
	changed: number;
	held: number;
	/** The attributes that scope filters use, before and after, as in `product`; null if the product did not exist. */
	brand_before: number | null;
	department_before: number | null;
	brand_after: number | null;
	department_after: number | null;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		product_change: ProductChangeTable;
	}
}
