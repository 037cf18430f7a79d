/**
 * What alerts (SPEC E12) say of products: a row for each product that an alert names, by the barcode it was named with, whether or not the product is
 * still there. What of it is in force is also in the product's own row, so that reads and writes need nothing else.
 */
export interface AlertedProductTable {
	alert_id: string;
	barcode: string;
	/** What the alert withholds of the product now, as written by withheld.ts; null for nothing. */
	withheld: string | null;
	/** The attributes that scope filters use, as the product last had them. */
	brand_number: number;
	department_number: number;
	/** Which act of the alert (its publication, a change, its end) was carried out on the product last. */
	act: number;
	/** 1 while readers see the alert name the product; 0 until the act that names it is complete. */
	named: number;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		alerted_product: AlertedProductTable;
	}
}
