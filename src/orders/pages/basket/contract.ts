import Type, { type Static } from "typebox";
import { SCOPES, VARIANTS } from "../../../catalogue/fields/scopes.ts";
import { type FeatureRoutes, ProductBarcode, tagged } from "../../../pages/contract.ts";

/** Maximum number of products in an order, and therefore in a basket (SPEC E8). */
export const MOST_ITEMS = 1000;

/** Which scopes and pictures of a product to order, as in a read. */
export const selection = {
	include: Type.Optional(
		Type.Array(Type.Enum([...SCOPES]), { minItems: 1, description: "Scopes. Default: all scopes." }),
	),
	variants: Type.Optional(
		Type.Array(Type.Enum([...VARIANTS]), {
			minItems: 1,
			description: "Pictures. Default: every available variant.",
		}),
	),
};

const BasketItem = Type.Object({ barcode: ProductBarcode, ...selection });
export type BasketItem = Static<typeof BasketItem>;

export const Basket = Type.Object({
	items: Type.Array(BasketItem, { description: "In the order in which they were added." }),
});
export type Basket = Static<typeof Basket>;

/** An account's basket. Each response is the whole basket. */
export const basketRoutes = tagged("Basket", "buyer", {
	"GET /basket": {
		summary: "What the account intends to order",
		access: "member",
		answer: Basket,
	},
	"POST /basket/items": {
		summary: "Put products in the basket: all of them, or none if it would hold too many",
		body: Type.Object({
			items: Type.Array(BasketItem, {
				minItems: 1,
				maxItems: MOST_ITEMS,
				description:
					"A product that is already in the basket keeps its place and gets the scopes and variants given here.",
			}),
		}),
		bodyLimitBytes: 256 * 1024,
		answer: Basket,
		errors: ["invalid_barcode", "basket_full"],
	},
	"POST /basket/remove": {
		summary: "Take products out of the basket",
		body: Type.Object({
			barcodes: Type.Array(ProductBarcode, { minItems: 1, maxItems: MOST_ITEMS }),
		}),
		answer: Basket,
		errors: ["invalid_barcode"],
	},
	"DELETE /basket": {
		summary: "Empty the basket",
		answer: Basket,
	},
} as const satisfies FeatureRoutes);
