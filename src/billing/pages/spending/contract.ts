import Type, { type Static } from "typebox";
import {
	ClientPath,
	Credits,
	Email,
	type FeatureRoutes,
	orNull,
	Page,
	Pagination,
	PerPage,
	Time,
	tagged,
} from "../../../pages/contract.ts";
import { KeyUsage } from "./usage-shapes.ts";

export const LEDGER_KINDS = ["charge", "grant", "top_up", "reversal", "transfer"] as const;

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
	seq: orNull(Type.Integer(), "1, 2, 3 … per balance; null if others spent from it as well."),
	at: Time,
	kind: Type.Enum([...LEDGER_KINDS]),
	credits: Type.Number({ description: "What was added to the balance; negative for a charge." }),
	client_id: orNull(Type.String(), "The key that it was made for; null for credits moved between balances."),
	balance_after: orNull(Credits, "Null if keys of other accounts spent from the balance as well."),
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

const Day = Type.String({ format: "date" });
const AccountSpendingQuery = Type.Object({
	from: Type.String({ format: "date", description: "First day, UTC." }),
	to: Type.String({ format: "date", description: "Last day, UTC; at most 400 days." }),
	before_from: Type.Optional(Day),
	before_to: Type.Optional(
		Type.String({
			format: "date",
			description: "Last of the days to compare with, which `before_from` begins.",
		}),
	),
	client_id: Type.Optional(Type.String({ description: "Only what this key spent." })),
});

const amounts = {
	count: Type.Integer({ description: "Requests, orders or charges." }),
	credits: Credits,
	credits_before: orNull(Credits, "In the days to compare with; null without."),
};
const SpendingKey = Type.Object({
	client_id: Type.String(),
	client_name: Type.String(),
	is_account: Type.Boolean({ description: "Whether it is the account itself, which buys in the pages." }),
});

export const AccountSpending = Type.Object({
	granularity: KeyUsage.properties.granularity,
	from: KeyUsage.properties.from,
	to: KeyUsage.properties.to,
	series: KeyUsage.properties.series,
	totals: KeyUsage.properties.totals,
	credits: Credits,
	credits_before: amounts.credits_before,
	by_key: Type.Array(Type.Object({ ...SpendingKey.properties, ...amounts })),
	by_person: Type.Array(
		Type.Object({
			email: orNull(Email, "Who ordered in the pages; null for a program, and for former members."),
			key: orNull(SpendingKey, "With which a program called; null for a person."),
			...amounts,
		}),
	),
	by_product: Type.Array(
		Type.Object({
			barcode: Type.String(),
			is_known: Type.Boolean({ description: "Whether it is in the catalogue and open to the account." }),
			name: orNull(Type.String()),
			brand: orNull(Type.String()),
			thumbnail: orNull(Type.String()),
			...amounts,
		}),
		{ description: "Most expensive first, at most 10." },
	),
	other_products: Type.Object({ products: Type.Integer(), credits: Credits }),
	no_product_credits: Type.Number({
		description: "Calls that are not about one product, and products bought before they were recorded.",
	}),
	by_kind: Type.Array(Type.Object({ action: Type.String(), ...amounts })),
	is_complete: Type.Boolean({
		description: "False while products of older charges are still being recorded.",
	}),
});

/** How much an account spent, on what and by whom. */
export const spendingRoutes = tagged("Keys", "member", {
	"GET /spending": {
		summary: "Credits spent by key, person, product and kind of charge",
		query: AccountSpendingQuery,
		answer: AccountSpending,
		errors: ["not_found"],
	},
	"GET /spending.csv": {
		summary: "The same as a CSV table for spreadsheets, with up to 10,000 products",
		query: AccountSpendingQuery,
		media: ["text/csv"],
		answerText: "The table.",
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/spending": {
		summary: "Credits spent by brand or by barcode prefix",
		path: ClientPath,
		query: Type.Object({
			by: Type.Enum(["brand", "prefix"], { description: "Prefix: the first seven digits of the barcode." }),
			from: Type.String({ format: "date", description: "First day, UTC." }),
			to: Type.String({ format: "date", description: "Last day, UTC." }),
		}),
		answer: Spending,
		errors: ["brand_locked"],
	},
} as const satisfies FeatureRoutes);
