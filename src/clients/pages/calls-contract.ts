import Type, { type Static } from "typebox";
import { ChargeLines, PaidOrder } from "../../billing/pages/spending/contract.ts";
import { KeyUsage, KeyUsageQuery } from "../../billing/pages/spending/usage-shapes.ts";
import { ClientPath, Credits, type FeatureRoutes, orNull, Time, tagged } from "../../pages/contract.ts";
import { READERS } from "./contract.ts";

const PricedItems = Type.Array(
	Type.Object({ action: Type.String(), count: Type.Integer(), price: Credits, credits: Credits }),
);

/** What the call would cost at this moment. Quotes are free. */
export const Quote = Type.Object({
	items: PricedItems,
	credits: Credits,
	balance_after: Type.Number({ description: "Negative if the balance is not sufficient." }),
	is_affordable: Type.Boolean({ description: "By the balance and by the daily cap." }),
	notes: Type.Array(Type.String(), { description: "For people: what is free and why." }),
});
export type Quote = Static<typeof Quote>;

export const CALL_OUTCOMES = ["ok", "error"] as const;

export const CallQuery = Type.Object({
	request_id: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
	barcode: Type.Optional(Type.String({ maxLength: 14 })),
	outcome: Type.Optional(
		Type.Enum([...CALL_OUTCOMES], { description: "`error`: only calls that were refused or failed." }),
	),
	error: Type.Optional(
		Type.String({ minLength: 1, maxLength: 60, description: "A code of the error catalogue." }),
	),
	from: Type.Optional(Type.String({ format: "date", description: "First day, UTC." })),
	to: Type.Optional(Type.String({ format: "date", description: "Last day, UTC." })),
	after: Type.Optional(
		Type.String({ maxLength: 60, description: "`next` of the previous response: calls older than those." }),
	),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 25 })),
});

export const Call = Type.Object({
	at: Time,
	request_id: Type.String(),
	method: Type.String(),
	route: Type.String({ examples: ["/api/v1/products/{barcode}"] }),
	status: Type.Integer(),
	error: orNull(Type.String(), "Reason for the refusal, as a code of the error catalogue."),
	barcode: orNull(Type.String()),
	address: Type.String(),
	credits: Credits,
	what: Type.String({ description: "What was charged, in words; empty when nothing was." }),
	order: PaidOrder,
	lines: ChargeLines,
});
export type Call = Static<typeof Call>;

export const RefusalList = Type.Object({
	data: Type.Array(Type.Object({ error: Type.String(), requests: Type.Integer() }), {
		description: "Most frequent first.",
	}),
});

/** Totals of all keys of an account over 30 UTC days, including the current one. */
export const Overview = Type.Object({
	credit_balance: Type.Number({ description: "Total of the active keys, in credits." }),
	balances: Type.Array(
		Type.Object({
			balance_id: Type.String(),
			credit_balance: Type.Number(),
			credits_per_day: orNull(Type.Number(), "Spent of this balance lately; null if too little to tell."),
		}),
		{ description: "Of the active keys. None pays for another." },
	),
	series: Type.Array(
		Type.Object({
			period: Type.String({ description: "`2027-05-15`." }),
			requests: Type.Integer(),
			credits_spent: Credits,
		}),
		{ description: "Oldest first, one entry for each day." },
	),
	totals: Type.Object({ requests: Type.Integer(), credits_spent: Credits, refused: Type.Integer() }),
	refusals: RefusalList.properties.data,
	waiting_top_ups: Type.Array(
		Type.Object({
			top_up_id: Type.String(),
			client_id: Type.String(),
			client_name: Type.String(),
			credits: Credits,
			requested_at: Time,
		}),
		{ description: "Newest first." },
	),
});

/** The parameters of `GET /products/{barcode}`, lists separated by commas. */
export const PreviewQuery = Type.Object({
	barcode: Type.String({ maxLength: 14 }),
	include: Type.Optional(Type.String({ maxLength: 200 })),
	variants: Type.Optional(Type.String({ maxLength: 200 })),
	size: Type.Optional(Type.String({ maxLength: 10 })),
});

/** What a client would get for a product. Nothing is charged, stored or signed. */
export const Preview = Type.Object({
	status: Type.Integer({ description: "The response the call would get." }),
	error: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
	answer: orNull(
		Type.Object({}, { additionalProperties: true }),
		"The body without `meta`; in place of each URL it says that there would be one.",
	),
	redacted_fields: Type.Array(Type.String(), { description: "Locked, left out and free." }),
	items: PricedItems,
	credits: Credits,
	balance_after: Type.Number(),
	notes: Type.Array(Type.String(), { description: "For people." }),
});

/** The calls of an account's keys: those made, what they cost, and what others would. */
export const callRoutes = tagged("Keys", "member", {
	"GET /overview": {
		summary: "Totals of all keys of the account over 30 days",
		answer: Overview,
	},
	"GET /keys/{client_id}/calls": {
		summary: "Calls made with the key, newest first",
		path: ClientPath,
		query: CallQuery,
		answer: Type.Object({
			data: Type.Array(Call, {
				description: "Newest first; may be fewer than `limit` while there are older ones.",
			}),
			next: orNull(Type.String(), "Where to continue; null at the end."),
		}),
	},
	"GET /keys/{client_id}/refusals": {
		summary: "How many calls were refused, by cause",
		path: ClientPath,
		query: Type.Object({
			days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 30 })),
		}),
		answer: RefusalList,
	},
	"GET /keys/{client_id}/usage": {
		summary: "Requests and credits over time",
		path: ClientPath,
		query: KeyUsageQuery,
		answer: KeyUsage,
	},
	"GET /keys/{client_id}/quote": {
		summary: "What a call would cost",
		path: ClientPath,
		query: Type.Object(
			{
				operation: Type.String({
					description: "`operationId` of a call of `/api/v1` that may cost something.",
				}),
			},
			{
				// The parameters of that call, by name: `barcode`, `include`, …
				additionalProperties: Type.String(),
			},
		),
		answer: Quote,
		errors: ["invalid_barcode"],
	},
	"GET /keys/{client_id}/preview": {
		summary: "What the key would get for a product; nothing is charged",
		access: READERS.roles,
		path: ClientPath,
		query: PreviewQuery,
		answer: Preview,
	},
} as const satisfies FeatureRoutes);
