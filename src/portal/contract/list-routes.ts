import { ClientPath } from "./common.ts";
import * as lists from "./lists.ts";
import type { PortalRoute } from "./portal-route.ts";

/** 5,000 barcodes of 14 digits, with their quotation marks. */
const BODY_BYTES = 128 * 1024;

/** Lists of barcodes: their check and cost, saved lists, and everything ever bought. */
export const listRoutes = {
	"POST /keys/{client_id}/list-check": {
		tag: "Lists",
		summary: "What up to 500 barcodes in any form mean, what is available for them, and what it costs",
		access: "account",
		status: 200,
		path: ClientPath,
		body: lists.ListCheckRequest,
		answer: lists.ListCheck,
		errors: ["invalid_barcode", "not_found", "key_not_active", "scope_forbidden", "upstream_error"],
	},
	"GET /keys/{client_id}/bought": {
		tag: "Lists",
		summary: "Everything the key has bought",
		access: "account",
		path: ClientPath,
		query: lists.BoughtQuery,
		answer: lists.BoughtProducts,
		errors: ["not_found", "key_not_active", "upstream_error"],
	},
	"GET /lists": {
		tag: "Lists",
		summary: "The saved lists of the account",
		access: "account",
		answer: lists.Lists,
		errors: [],
	},
	"POST /lists": {
		tag: "Lists",
		summary: "Save a list",
		access: "account",
		status: 201,
		body: lists.NewList,
		bodyLimitBytes: BODY_BYTES,
		answer: lists.ProductList,
		errors: ["invalid_barcode", "list_limit_reached"],
	},
	"GET /lists/{list_id}": {
		tag: "Lists",
		summary: "One list with its barcodes",
		access: "account",
		path: lists.ListPath,
		answer: lists.ProductList,
		errors: ["not_found"],
	},
	"PUT /lists/{list_id}": {
		tag: "Lists",
		summary: "Change the name and the barcodes of a list",
		access: "account",
		path: lists.ListPath,
		body: lists.NewList,
		bodyLimitBytes: BODY_BYTES,
		answer: lists.ProductList,
		errors: ["invalid_barcode", "not_found"],
	},
	"DELETE /lists/{list_id}": {
		tag: "Lists",
		summary: "Delete a list",
		access: "account",
		path: lists.ListPath,
		errors: ["not_found"],
	},
} as const satisfies Record<string, PortalRoute>;
