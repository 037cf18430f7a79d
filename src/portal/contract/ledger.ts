import Type, { type Static } from "typebox";
import { Credits, Page, Pagination, PerPage, Time } from "./common.ts";

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
			name: Type.Union([Type.String(), Type.Null()]),
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
	note: Type.Union([Type.String(), Type.Null()], { description: "For a charge, the id of its order." }),
	barcode: Type.Union([Type.String(), Type.Null()], {
		description: "What a charge was for, if it was for one product; null in entries of earlier versions.",
	}),
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
