import { ClientPath } from "./common.ts";
import * as orders from "./orders.ts";
import type { PortalRoute } from "./portal-route.ts";

/** As for orders through the API: 1,000 items with everything that can be specified for each. */
const BODY_BYTES = 256 * 1024;

const FETCHED = ["not_found", "key_not_active", "client_ip_not_allowed", "upstream_error"] as const;

/** Buying with a key, and downloading what was bought. A revoked key's orders are closed. */
export const orderRoutes = {
	"POST /keys/{client_id}/orders/quote": {
		tag: "Orders",
		summary: "What an order would cost, line by line",
		access: "account",
		status: 200,
		path: ClientPath,
		body: orders.OrderQuoteRequest,
		bodyLimitBytes: BODY_BYTES,
		answer: orders.OrderQuote,
		errors: ["invalid_barcode", "not_found", "key_not_active", "scope_forbidden"],
	},
	"POST /keys/{client_id}/orders": {
		tag: "Orders",
		summary: "Buy an order, once",
		access: "account",
		status: 201,
		path: ClientPath,
		body: orders.NewOrder,
		bodyLimitBytes: BODY_BYTES,
		answer: orders.PlacedOrder,
		errors: [
			"invalid_barcode",
			"not_found",
			"key_not_active",
			"client_ip_not_allowed",
			"scope_forbidden",
			"insufficient_credits",
			"max_credits_exceeded",
			"idempotency_key_mismatch",
			"upstream_error",
		],
	},
	"GET /keys/{client_id}/orders": {
		tag: "Orders",
		summary: "Orders that can be fetched, newest first",
		access: "account",
		path: ClientPath,
		query: orders.OrderQuery,
		answer: orders.OrderList,
		errors: ["not_found", "key_not_active"],
	},
	"GET /keys/{client_id}/orders/{order_id}": {
		tag: "Orders",
		summary: "One order with its lines",
		access: "account",
		path: orders.OrderPath,
		answer: orders.Order,
		errors: ["not_found", "key_not_active", "upstream_error"],
	},
	"GET /keys/{client_id}/orders/{order_id}/metadata": {
		tag: "Orders",
		summary: "The metadata of an order as a file",
		description: "As it was bought, without what is locked today. Free, 20 per minute.",
		access: "account",
		path: orders.OrderPath,
		query: orders.MetadataQuery,
		media: [
			"text/csv",
			"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
			"application/x-ndjson",
		],
		answerText: "The file.",
		errors: FETCHED,
	},
	"POST /keys/{client_id}/orders/{order_id}/archive": {
		tag: "Orders",
		summary: "A URL of the order's ZIP: one use, from this address, for 15 minutes",
		access: "account",
		status: 200,
		path: orders.OrderPath,
		body: orders.ArchiveRequest,
		answer: orders.SignedUrl,
		errors: FETCHED,
	},
	"POST /keys/{client_id}/orders/{order_id}/picture": {
		tag: "Orders",
		summary: "A URL of one bought picture: one use, from this address",
		access: "account",
		status: 200,
		path: orders.OrderPath,
		body: orders.PictureRequest,
		answer: orders.SignedUrl,
		errors: [...FETCHED, "invalid_barcode", "variant_not_available"],
	},
} as const satisfies Record<string, PortalRoute>;
