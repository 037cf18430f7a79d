/** What a client spent on one brand or barcode prefix in one UTC day, or in one month. */
export interface SpendingTable {
	client_id: string;
	/** `brand`, `prefix`, or `none` for charges that name no product. */
	grouped_by: string;
	/** `day` or `month`: each charge is in one of both. */
	span: string;
	/** When the day or the month begins. */
	start: number;
	/** The brand or the prefix; empty for a product without a brand, and for what names no product. */
	name: string;
	charges: number;
	units: number;
}

/** Up to which row of its ledger a client's spending is added up. */
export interface SpendingProgressTable {
	client_id: string;
	ledger_seq: number;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		spending: SpendingTable;
		spending_progress: SpendingProgressTable;
	}
}
