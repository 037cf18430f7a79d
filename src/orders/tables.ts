/** A bought list of products. What was bought of them is a blob (order-content.ts). */
export interface ClientOrderTable {
	/** `ord_` and a ULID: ids sort by time. */
	order_id: string;
	client_id: string;
	created_at: number;
	expires_at: number;
	name: string | null;
	/** What it cost. */
	units: number;
	/** Pixels of the longer edge of its pictures; null: the full size. */
	size_px: number | null;
	/** Different barcodes, and how many of them were found. */
	lines: number;
	lines_found: number;
	/** The request that paid for it, as the ledger names it. */
	request_id: string;
	content_blob: string;
	/** When its lines were written to `order_line` and `bought_product` (bought/); null until then. */
	noted_at: number | null;
}

/** The archive that a client is fetching: there is one at a time. A lease, so that a process that was killed leaves none behind. */
export interface OpenArchiveTable {
	client_id: string;
	url_id: string;
	expires_at: number;
}

/** How many quotes a client has asked for in the newest of its minutes. */
export interface QuoteWindowTable {
	client_id: string;
	/** When the minute ends. */
	expires_at: number;
	quotes: number;
}

/** What an order that can still be fetched holds of one product. */
export interface OrderLineTable {
	client_id: string;
	barcode: string;
	order_id: string;
	/** Scopes of metadata, bit 0 the first of METADATA_SCOPES, and variants as a variant mask. */
	scopes: number;
	variants: number;
	expires_at: number;
}

/** What a client ever bought of one product. */
export interface BoughtProductTable {
	client_id: string;
	barcode: string;
	/** Barcode, name and brand as they were when it was last bought, without case and marks. */
	search_text: string;
	/** As in `order_line`, with PICTURES_READ for pictures whose variants the ledger does not tell. */
	scopes: number;
	variants: number;
	first_at: number;
	last_at: number;
}

/** Up to which row of a client's ledger reads are noted in `bought_product`. */
export interface BoughtThroughTable {
	client_id: string;
	ledger_seq: number;
}

/** Where rows name blobs. */
export const orderBlobColumns = { client_order: ["content_blob"] } as const;

declare module "../platform/db/tables.ts" {
	interface Tables {
		client_order: ClientOrderTable;
		open_archive: OpenArchiveTable;
		quote_window: QuoteWindowTable;
		order_line: OrderLineTable;
		bought_product: BoughtProductTable;
		bought_through: BoughtThroughTable;
	}
}
