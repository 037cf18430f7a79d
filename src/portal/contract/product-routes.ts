import Type from "typebox";
import { ProductBarcode } from "./basket.ts";
import { ClientPath } from "./common.ts";
import type { PortalRoute } from "./portal-route.ts";
import * as products from "./products.ts";

/** Finding products as one particular key: its scope filter and its locks apply. */
export const productRoutes = {
	"GET /keys/{client_id}/products": {
		tag: "Products",
		summary: "Find products by name, brand, barcode and attributes",
		description:
			"Free, 240 per minute. Products outside the key's scope filter are not found, and fields that are locked for it are not searched.",
		access: "account",
		path: ClientPath,
		query: products.ProductQuery,
		answer: products.ProductPage,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/product-filters": {
		tag: "Products",
		summary: "What products can be filtered by, except what is locked for the key",
		access: "account",
		path: ClientPath,
		answer: products.ProductFilters,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/products/{barcode}": {
		tag: "Products",
		summary:
			"What is available for a product, what it costs with this key, and what the key has bought of it",
		description: "Free, 60 per minute. Values are shown only if they are free or were bought with this key.",
		access: "account",
		path: Type.Object({ ...ClientPath.properties, barcode: ProductBarcode }),
		answer: products.FoundProduct,
		errors: ["not_found", "invalid_barcode", "upstream_error"],
	},
} as const satisfies Record<string, PortalRoute>;
