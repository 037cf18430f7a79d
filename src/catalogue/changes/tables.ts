/** A committed change of a product (SPEC E4). Positions count up by one, in the order of the commits, and are never used again. */
export interface ProductChangeTable {
	position: number;
	/** The stamp of its transaction, epoch milliseconds. */
	changed_at: number;
	barcode: string;
	/** What changed, and what the product has since then: bits of change-bits.ts. */
	changed: number;
	held: number;
	/** What scope filters look at, before and after, as in `product`; null where the product was not there. */
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
