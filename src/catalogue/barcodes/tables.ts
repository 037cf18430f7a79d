/** A barcode that a product had before it was corrected, by which ledger, orders and cases still name it. Never deleted, as they are evidence. */
export interface FormerBarcodeTable {
	barcode: string;
	/** The product's barcode now. */
	product: string;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		former_barcode: FormerBarcodeTable;
	}
}
