// Written by scripts/write-sdk-types.ts from docs/openapi.json.

import type { Meta } from "./api-types.ts";
import type { CursorPagination } from "./catalogue-types.ts";
import type { ImageMetaByVariant, ImageUrls, MetadataScope, ProductMeta, Variant } from "./product-types.ts";

export interface Order {
	/** Id of the order. */
	order_id: string;
	/** When it was bought. */
	created_at: string;
	/** Time until which it can be fetched again. */
	expires_at: string;
	/** The name given in the order. */
	name: string | null;
	/** Total cost of all lines. */
	credits: number;
	/** One for each distinct barcode, in the order in which they were given. */
	lines: OrderLine[];
	meta: Meta;
}

export interface OrderLine {
	/** The barcode as it was ordered. */
	barcode: string;
	/** Whether the product is in the catalogue and visible to the client. */
	found: boolean;
	/** Scopes that have data. */
	scopes: MetadataScope[];
	/** Pictures that exist. */
	variants: Variant[];
	/** Cost of the line. */
	credits: number;
	/** Ids of live kosher alerts about the product; `GET /kosher-alerts/{alert_id}` has them. */
	alerts: string[];
}

export interface OrderQuote {
	/** The name given in the order. */
	name: string | null;
	/** Total cost of all lines. */
	credits: number;
	/** One for each distinct barcode, in the order in which they were given. */
	lines: QuotedLine[];
	meta: Meta;
}

export interface QuotedLine {
	/** The barcode as it was ordered. */
	barcode: string;
	/** Whether the product is in the catalogue and visible to the client. */
	found: boolean;
	/** Scopes that have data. */
	scopes: MetadataScope[];
	/** Pictures that exist. */
	variants: Variant[];
	/** Cost of the line. */
	credits: number;
	/** Ids of live kosher alerts about the product; `GET /kosher-alerts/{alert_id}` has them. */
	alerts: string[];
	/** The newest order that can be fetched and holds the product, or null. */
	held: HeldByOrder | null;
	/** Those of `variants` that the client would get with the visible watermark. */
	drawn: Variant[];
}

export interface HeldByOrder {
	/** Id of the order. */
	order_id: string;
	/** Time until which it can be fetched again. */
	expires_at: string;
	/** Scopes of the product that it bought. */
	scopes: MetadataScope[];
	/** Pictures of the product that it bought. */
	variants: Variant[];
	/** The longer edge of its pictures in pixels, or `full`. */
	size: string;
}

export interface OrderList {
	/** Orders that can still be fetched, newest first. */
	data: ListedOrder[];
	pagination: CursorPagination;
	meta: Meta;
}

export interface ListedOrder {
	/** Id of the order. */
	order_id: string;
	/** When it was bought. */
	created_at: string;
	/** Time until which it can be fetched again. */
	expires_at: string;
	/** The name given in the order. */
	name: string | null;
	/** Total cost of all lines. */
	credits: number;
	/** The longer edge of its pictures in pixels, or `full`. */
	size: string;
	/** Number of distinct barcodes. */
	line_count: number;
	/** Number of them that were found. */
	found_count: number;
}

export interface OrderProducts {
	/** The products that were found, as a read returns them. */
	data: OrderedProduct[];
	pagination: CursorPagination;
	meta: {
		/** Same as X-Request-ID. */
		request_id: string;
		/** Credits charged by this request. */
		credits_debited: number;
		/** Balance after this request. */
		credits_remaining: number;
		response_generated: string;
		/** Dotted paths of fields that were left out because they are locked for the client. */
		redacted_fields?: string[];
	};
}

export interface OrderedProduct {
	/** The requested barcode. */
	barcode: string;
	/** Null with `metadata=today` for a product that was removed. */
	image_meta?: ImageMetaByVariant | null;
	/** Null with `metadata=today` for a product that was removed. */
	product_meta?: ProductMeta | null;
	images?: ImageUrls;
}
