// Written by scripts/write-sdk-types.ts from docs/openapi.json.

import type { Meta } from "./api-types.ts";
import type { MetadataScope } from "./catalogue-types.ts";
import type { Product, Variant } from "./product-types.ts";

export interface Order {
	/** Id of the order. */
	order_id: string;
	/** When it was bought. */
	created_at: string;
	/** Until when it can be fetched again. */
	expires_at: string;
	/** As it was given. */
	name: string | null;
	/** What all lines cost. */
	credits: number;
	/** One for each different barcode, in the order in which they were named. */
	lines: OrderLine[];
	meta: Meta;
}

export interface OrderLine {
	/** As it was ordered. */
	barcode: string;
	/** Whether it is in the catalogue, as far as the client may see it. */
	found: boolean;
	/** Scopes that there is data of. */
	scopes: MetadataScope[];
	/** Pictures that there are. */
	variants: Variant[];
	/** What the line costs. */
	credits: number;
}

export type OrderQuote = Omit<Order, "order_id" | "created_at" | "expires_at">;

export interface OrderList {
	/** Orders that can be fetched, the newest first. */
	data: ListedOrder[];
	pagination: {
		/** Entries on a full page. */
		per_page: number;
		/** `cursor` of the next page; null on the last one. */
		next_cursor: string | null;
	};
	meta: Meta;
}

export interface ListedOrder {
	/** Id of the order. */
	order_id: string;
	/** When it was bought. */
	created_at: string;
	/** Until when it can be fetched again. */
	expires_at: string;
	/** As it was given. */
	name: string | null;
	/** What all lines cost. */
	credits: number;
	/** Different barcodes. */
	line_count: number;
	/** Those of them that were found. */
	found_count: number;
}

export interface OrderProducts {
	/** The products that were found, as a read gives them. */
	data: OrderedProduct[];
	pagination: {
		/** Entries on a full page. */
		per_page: number;
		/** `cursor` of the next page; null on the last one. */
		next_cursor: string | null;
	};
	meta: {
		/** Same as X-Request-ID. */
		request_id: string;
		/** Credits charged by this request. */
		credits_debited: number;
		/** Balance after it. */
		credits_remaining: number;
		response_generated: string;
		/** Dotted paths that are locked for the client and were left out. */
		redacted_fields?: string[];
	};
}

export type OrderedProduct = Omit<Product, "meta">;
