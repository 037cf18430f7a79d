import Type from "typebox";
import { ClientPath, Credits } from "./common.ts";
import type { PortalRoute } from "./portal-route.ts";

const Amount = Type.Object({ charges: Type.Integer(), credits: Credits });

export const SpendingQuery = Type.Object({
	by: Type.Enum(["brand", "prefix"], { description: "Prefix: the first seven digits of the barcode." }),
	from: Type.String({ format: "date", description: "First day, UTC." }),
	to: Type.String({ format: "date", description: "Last day, UTC." }),
});

export const Spending = Type.Object({
	data: Type.Array(
		Type.Object({
			name: Type.String({ description: "Brand or prefix; empty for products without a brand." }),
			charges: Type.Integer(),
			credits: Credits,
		}),
		{ description: "Most expensive first, at most 20." },
	),
	others: Type.Object({
		names: Type.Integer({ description: "How many brands or prefixes are combined here." }),
		charges: Type.Integer(),
		credits: Credits,
	}),
	no_product: Type.Object(Amount.properties, {
		description: "Calls that are not about one product: listings, checks in bulk, orders.",
	}),
	totals: Amount,
	uncounted: Type.Integer({ description: "Newest charges that have yet to be added up; usually 0." }),
});

/** How much a key spent on which products. */
export const spendingRoutes = {
	"GET /keys/{client_id}/spending": {
		tag: "Keys",
		summary: "Credits spent by brand or by barcode prefix",
		access: "account",
		path: ClientPath,
		query: SpendingQuery,
		answer: Spending,
		errors: ["not_found", "brand_locked"],
	},
} as const satisfies Record<string, PortalRoute>;
