import { isBrowserPage } from "./browser.ts";
import { answered, type Call } from "./call.ts";
import { errorFromAnswer } from "./error-from-answer.ts";
import { isPackshotError } from "./errors.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";
import type { CallOptions, Connection, IdempotentCallOptions, PictureSize } from "./options.ts";
import type {
	ListedOrder,
	Order,
	OrderedProduct,
	OrderList,
	OrderProducts,
	OrderQuote,
} from "./order-types.ts";
import { orderPath } from "./paths.ts";
import type { ProductQuery } from "./product-types.ts";
import { type Answer, responseInfo } from "./response-info.ts";

/** What to buy of one product, if it differs from the order's defaults. */
export interface OrderItem extends Pick<ProductQuery, "include" | "variants"> {
	readonly barcode: string;
}

/** What to buy. `include` and `variants` mean what they mean in a read. */
export interface OrderRequest extends Pick<ProductQuery, "include" | "variants"> {
	/** Up to 1,000; a string is an item with just its barcode. */
	readonly items: Iterable<string | OrderItem>;
	/** Of the pictures; `"full"` by default. */
	readonly size?: PictureSize | undefined;
	/** The order is refused if it costs more. */
	readonly max_credits?: number | undefined;
	readonly name?: string | undefined;
}

/** An archive being streamed. */
export interface OrderArchive {
	/** A ZIP. If the connection breaks, reading fails: request another one, it is free. */
	readonly stream: ReadableStream<Uint8Array>;
	readonly fileName: string;
}

export interface OrderProductsOptions extends CallOptions {
	/** `"today"`: today's values of the bought scopes, null for a product that was removed; otherwise those at the purchase. */
	readonly metadata?: "today" | undefined;
	/** Only these lines: 1 to 100 barcodes as they were ordered. */
	readonly barcodes?: readonly string[] | undefined;
}

/** Lists that are bought in one go, and can be fetched again for 30 days free of charge. */
export interface Orders {
	/** Buys a list in one charge, with an idempotency key, so that it is never bought twice. */
	create(order: OrderRequest, options?: IdempotentCallOptions): Promise<Answer<Order>>;
	/** What an order would cost. Free, 10 per minute. */
	quote(order: OrderRequest, options?: CallOptions): Promise<Answer<OrderQuote>>;
	/** Orders that can still be fetched, newest first. Free. */
	list(options?: CallOptions): AsyncIterable<ListedOrder>;
	/** One order with its lines. Free. */
	get(orderId: string, options?: CallOptions): Promise<Answer<Order>>;
	/** The products of an order: metadata as bought, or of today, and current pictures with fresh URLs. Free. */
	products(orderId: string, options?: OrderProductsOptions): AsyncIterable<OrderedProduct>;
	/** The whole order as one ZIP, streamed. Free; one at a time. Not in browsers, which hide redirects: use `products` there. */
	archive(orderId: string, options?: CallOptions): Promise<OrderArchive>;
}

/** The largest page size: it needs the fewest requests. */
const LARGEST_PAGE = 100;

export function ordersApi(connection: Connection, call: Call): Orders {
	return {
		async create(order, options = {}) {
			const { idempotencyKey = newIdempotencyKey() } = options;
			const request = {
				method: "POST",
				path: "/orders",
				body: bodyOf(order),
				idempotencyKey,
				isBilled: true,
			} as const;
			try {
				return await answered(call, request, options);
			} catch (error) {
				throw isPackshotError(error) ? Object.assign(error, { idempotencyKey }) : error;
			}
		},
		quote: async (order, options) =>
			answered(call, { method: "POST", path: "/orders/quote", body: bodyOf(order) }, options),
		list: (options) => rows<ListedOrder, OrderList>(call, "/orders", {}, options),
		get: async (orderId, options) => answered(call, { path: orderPath(orderId) }, options),
		products: (orderId, { metadata, barcodes, ...options } = {}) =>
			rows<OrderedProduct, OrderProducts>(
				call,
				`${orderPath(orderId)}/products`,
				{ metadata, barcodes: barcodes?.join() },
				options,
			),
		async archive(orderId, options = {}) {
			if (isBrowserPage()) throw new TypeError("browsers hide redirects: use orders.products");
			const path = `${orderPath(orderId)}/archive`;
			const { headers } = await call({ path, expects: "redirect" }, options);
			const url = new URL(headers.get("location") ?? "", connection.apiUrl).href;
			return openArchive(connection, url, `${orderId}.zip`, options);
		},
	};
}

function bodyOf({ items, size, ...order }: OrderRequest): object {
	const listed = Array.from(items, (item) => (typeof item === "string" ? { barcode: item } : item));
	return { ...order, ...(size === undefined ? {} : { size: String(size) }), items: listed };
}

interface Page<Row> {
	readonly data: readonly Row[];
	readonly pagination: { readonly next_cursor: string | null };
}

/** All rows of a cursor-paginated list. If a page fails, the iteration throws, and can be restarted. */
async function* rows<Row, List extends Page<Row>>(
	call: Call,
	path: string,
	filter: object,
	options?: CallOptions,
): AsyncGenerator<Row> {
	let cursor: string | null = "";
	while (cursor !== null) {
		const query: object = { ...filter, cursor, per_page: LARGEST_PAGE };
		const page: List = await answered<List>(call, { path, query }, options);
		yield* page.data;
		cursor = page.pagination.next_cursor;
	}
}

/** The URL is its own authorization, so no token is sent. A large archive takes longer than a call may: only the signal aborts it. */
async function openArchive(
	{ fetch, clock }: Connection,
	url: string,
	fileName: string,
	{ signal }: CallOptions,
): Promise<OrderArchive> {
	const response = await fetch(url, { method: "GET", redirect: "manual", ...(signal ? { signal } : {}) });
	if (response.ok && response.body) return { stream: response.body, fileName };
	throw errorFromAnswer({
		body: await response.json().catch(() => undefined),
		headers: response.headers,
		info: responseInfo("GET /archive", response),
		nowMs: clock.now(),
		mayHaveBeenCharged: false,
	});
}
