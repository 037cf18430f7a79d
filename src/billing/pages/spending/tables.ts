/** A client's spending on one brand or barcode prefix in one UTC day or one month, summed up from the ledger after the charges. */
export interface SpendingTable {
	client_id: string;
	/** `brand`, `prefix`, or `none` for charges without a product. */
	grouped_by: string;
	/** `day` or `month`: each charge is counted in both. */
	span: string;
	/** Start of the day or month. */
	start: number;
	/** The brand or prefix; empty for products without a brand, and for charges without a product. */
	name: string;
	charges: number;
	units: number;
}

declare module "../../../platform/db/tables.ts" {
	interface Tables {
		spending: SpendingTable;
	}
}
