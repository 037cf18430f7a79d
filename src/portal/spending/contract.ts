import Type, { type Static } from "typebox";
import {
	ClientPath,
	Credits,
	orNull,
	Page,
	Pagination,
	PerPage,
	type PortalRoute,
	Time,
} from "../http/contract.ts";

export const LEDGER_KINDS = ["charge", "grant", "top_up", "reversal"] as const;

const filters = {
	from: Type.Optional(Type.String({ format: "date", description: "First day, UTC." })),
	to: Type.Optional(Type.String({ format: "date", description: "Last day, UTC." })),
	kind: Type.Optional(Type.Enum([...LEDGER_KINDS])),
};
export const LedgerFilter = Type.Object(filters);
export const LedgerQuery = Type.Object({ ...filters, page: Page, per_page: PerPage });

export const ChargeLines = Type.Array(
	Type.Object({
		action: Type.String(),
		quantity: Type.Integer(),
		price: Credits,
		credits: Credits,
	}),
	{ description: "What a charge is made of; empty otherwise." },
);

/** The order that a charge paid for. */
export const PaidOrder = Type.Union(
	[
		Type.Object({
			order_id: Type.String({ examples: ["ord_01JV9Y3Q6ZP0W8M4N2K7T5R1XS"] }),
			name: orNull(Type.String()),
			found_count: Type.Integer({ description: "How many products it has." }),
		}),
		Type.Null(),
	],
	{ description: "The order that was paid for, as long as it can be fetched." },
);

export const LedgerEntry = Type.Object({
	seq: Type.Integer({ description: "1, 2, 3 … per key." }),
	at: Time,
	kind: Type.Enum([...LEDGER_KINDS]),
	credits: Type.Number({ description: "What was added to the balance; negative for a charge." }),
	balance_after: Credits,
	request_id: Type.String(),
	note: orNull(Type.String(), "For a charge, the id of its order."),
	barcode: orNull(
		Type.String(),
		"What a charge was for, if it was for one product; null in entries of earlier versions.",
	),
	what: Type.String({
		description: "What a charge was for, in words; empty otherwise.",
		examples: [
			"Product 0725272730706: product facts, 2 pictures",
			"Order “Autumn” · 12 products",
			"Bulk existence check, 500 barcodes",
		],
	}),
	order: PaidOrder,
	lines: ChargeLines,
});
export type LedgerEntry = Static<typeof LedgerEntry>;

export const LedgerAnswer = Type.Object({
	data: Type.Array(LedgerEntry, { description: "Newest first." }),
	pagination: Pagination,
});

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
