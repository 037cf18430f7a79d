/** An item in an account's basket: a note, which nothing is charged for. */
export interface BasketItemTable {
	account_id: string;
	barcode: string;
	/** Ascending in the order of addition. */
	place: number;
	/** Scopes and variants as JSON lists; null for all of them. */
	include: string | null;
	variants: string | null;
}

/** A saved list of barcodes. */
export interface ProductListTable {
	list_id: string;
	account_id: string;
	name: string;
	/** As entered: a JSON list of distinct texts of 4 to 14 digits. */
	barcodes: string;
	barcode_count: number;
	created_at: number;
	changed_at: number;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		basket_item: BasketItemTable;
		product_list: ProductListTable;
	}
}
