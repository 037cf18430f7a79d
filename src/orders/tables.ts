/**
 * A list of products that was bought. What was bought of them is stored in a blob (order-content.ts) before the transaction that charges, and never changes;
 * prices, locks and pictures are looked up when it is fetched.
 */
export interface ClientOrderTable {
	/** `ord_` and a ULID: ids sort by time. */
	order_id: string;
	client_id: string;
	created_at: number;
	expires_at: number;
	name: string | null;
	/** Its price. */
	units: number;
	/** The longer edge of its pictures in pixels; null: full size. */
	size_px: number | null;
	/** Number of distinct barcodes, and how many of them were found. */
	lines: number;
	lines_found: number;
	/** The request that paid for it, as in the ledger. */
	request_id: string;
	content_blob: string;
	/** When its lines were written to `order_line` and `bought_product` (bought/); null until then. */
	noted_at: number | null;
}

/** The archive that a client is fetching: one at a time. A lease, so that a killed process leaves none behind. */
export interface OpenArchiveTable {
	client_id: string;
	url_id: string;
	expires_at: number;
}

/** How many quotes a client has requested in its most recent minute. */
export interface QuoteWindowTable {
	client_id: string;
	/** When the minute ends. */
	expires_at: number;
	quotes: number;
}

/** What an unexpired order contains of one product; like `bought_product` written after the order, since the transaction that charges writes nothing else. */
export interface OrderLineTable {
	client_id: string;
	barcode: string;
	order_id: string;
	/** Metadata scopes (bit 0 is the first of METADATA_SCOPES) and variants, as masks. */
	scopes: number;
	variants: number;
	expires_at: number;
}

/** What a client ever bought of one product. */
export interface BoughtProductTable {
	client_id: string;
	barcode: string;
	/** Barcode, name and brand as of the last purchase, without case and diacritics. */
	search_text: string;
	/** As in `order_line`, plus PICTURES_READ for pictures whose variants the ledger does not record. */
	scopes: number;
	variants: number;
	first_at: number;
	last_at: number;
}

/** Columns that hold blob keys. */
export const orderBlobColumns = { client_order: ["content_blob"] } as const;

declare module "../platform/db/tables.ts" {
	interface Tables {
		client_order: ClientOrderTable;
		open_archive: OpenArchiveTable;
		quote_window: QuoteWindowTable;
		order_line: OrderLineTable;
		bought_product: BoughtProductTable;
	}
}
