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

export const LedgerEntry = Type.Object({
	seq: Type.Integer({ description: "1, 2, 3 … per key." }),
	at: Time,
	kind: Type.Enum([...LEDGER_KINDS]),
	credits: Type.Number({ description: "What was added to the balance; negative for a charge." }),
	balance_after: Credits,
	request_id: Type.String(),
	note: Type.Union([Type.String(), Type.Null()]),
	barcode: Type.Union([Type.String(), Type.Null()], {
		description: "What a charge was for, if it was for one product; null in entries of earlier versions.",
	}),
	what: Type.String({
		description: "What a charge was for, in words; empty otherwise.",
		examples: ["Product 0725272730706: info, 2 pictures", "Bulk check, 500 barcodes"],
	}),
	lines: ChargeLines,
});
export type LedgerEntry = Static<typeof LedgerEntry>;

export const LedgerAnswer = Type.Object({
	data: Type.Array(LedgerEntry, { description: "Newest first." }),
	pagination: Pagination,
});
