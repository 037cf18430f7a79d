import { Basket, ItemsToPut, ItemsToRemove } from "./basket.ts";
import type { PortalRoute } from "./portal-route.ts";

/** An account's basket. Each response is the whole basket. */
export const basketRoutes = {
	"GET /basket": {
		tag: "Basket",
		summary: "What the account intends to order",
		access: "account",
		answer: Basket,
		errors: [],
	},
	"POST /basket/items": {
		tag: "Basket",
		summary: "Put products in the basket: all of them, or none if it would hold too many",
		access: "account",
		status: 200,
		body: ItemsToPut,
		bodyLimitBytes: 256 * 1024,
		answer: Basket,
		errors: ["invalid_barcode", "basket_full"],
	},
	"POST /basket/remove": {
		tag: "Basket",
		summary: "Take products out of the basket",
		access: "account",
		status: 200,
		body: ItemsToRemove,
		answer: Basket,
		errors: ["invalid_barcode"],
	},
	"DELETE /basket": {
		tag: "Basket",
		summary: "Empty the basket",
		access: "account",
		status: 200,
		answer: Basket,
		errors: [],
	},
} as const satisfies Record<string, PortalRoute>;
