import Type from "typebox";
import { ProductBarcode } from "./basket.ts";
import { ClientPath } from "./common.ts";
import type { PortalRoute } from "./portal-route.ts";
import * as products from "./products.ts";

/** Finding products, with the eyes of a key: its scope filter and its locks hold. */
export const productRoutes = {
	"GET /keys/{client_id}/products": {
		tag: "Products",
		summary: "Find products by name, brand, barcode and what they are",
		description:
			"Free, 240 a minute. Products outside the key's scope filter are not found, and nothing is found by what is locked for it.",
		access: "account",
		path: ClientPath,
		query: products.ProductQuery,
		answer: products.ProductPage,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/product-filters": {
		tag: "Products",
		summary: "What products can be filtered by; nothing that is locked for the key",
		access: "account",
		path: ClientPath,
		answer: products.ProductFilters,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/products/{barcode}": {
		tag: "Products",
		summary: "What there is of a product, what it costs this key, and what the key has bought of it",
		description: "Free, 60 a minute. Values are shown only where they are free or were bought by this key.",
		access: "account",
		path: Type.Object({ ...ClientPath.properties, barcode: ProductBarcode }),
		answer: products.FoundProduct,
		errors: ["not_found", "invalid_barcode", "upstream_error"],
	},
} as const satisfies Record<string, PortalRoute>;
