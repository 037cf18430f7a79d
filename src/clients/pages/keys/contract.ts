import Type, { type Static } from "typebox";
import type { ErrorCode } from "../../../api/error-catalogue.ts";
import * as ledger from "../../../billing/pages/spending/contract.ts";
import { ChargeLines, PaidOrder } from "../../../billing/pages/spending/contract.ts";
import { KeyUsage, KeyUsageQuery } from "../../../billing/pages/spending/usage-shapes.ts";
import type { Action } from "../../../billing/prices/actions.ts";
import {
	ClientPath,
	Credits,
	type FeatureRoutes,
	GivenCredits,
	orNull,
	Time,
	tagged,
} from "../../../pages/contract.ts";

const ClientName = Type.String({ minLength: 1, maxLength: 200 });

export const Key = Type.Object({
	client_id: Type.String(),
	client_name: ClientName,
	is_account: Type.Boolean({
		description: "Whether it is the account itself, which buys in the pages: it has no secret.",
	}),
	tier: Type.Enum(["standard", "enterprise"]),
	state: Type.Enum(["active", "revoked", "expired"]),
	created_at: Time,
	expires_at: orNull(Time),
	balance_id: Type.String({ description: "The balance that the key draws on." }),
	credit_balance: Credits,
	shares_balance: Type.Boolean({
		description: "Whether others, which are not revoked, draw on the same balance.",
	}),
	low_balance_credits: orNull(Credits, "Below this balance the key is marked."),
	balance_is_low: Type.Boolean(),
	daily_cap_credits: orNull(Credits, "What the key may spend in a UTC day; null for no cap."),
	monthly_cap_credits: orNull(Credits, "What the key may spend in a calendar month, UTC; null for no cap."),
	spent_today: Credits,
	spent_this_month: Credits,
	webhook_state: orNull(
		Type.Enum(["active", "failing", "off"]),
		"`off` if it was switched off; null without a webhook.",
	),
	limits: Type.Object({
		requests_per_minute: Type.Integer(),
		requests_per_day: Type.Integer(),
		remaining_this_minute: Type.Integer(),
		remaining_today: Type.Integer(),
	}),
	locks: Type.Array(Type.String(), { description: "Scopes and fields that an administrator locked." }),
	allow_ip: Type.Array(Type.String(), { description: "IP addresses that may call; empty for any." }),
});
export type Key = Static<typeof Key>;

/** The only responses that ever contain an `api_key`. */
export const KeyWithSecret = Type.Object({
	key: Key,
	api_key: Type.String({ description: "Shown only here." }),
});

/** What the call would cost at this moment. Quotes are free. */
export const Quote = Type.Object({
	items: Type.Array(
		Type.Object({ action: Type.String(), count: Type.Integer(), price: Credits, credits: Credits }),
	),
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

/** Possible values of `error`; calls of other versions may have others. */
export type CallError = ErrorCode;

export const RefusalList = Type.Object({
	data: Type.Array(Type.Object({ error: Type.String(), requests: Type.Integer() }), {
		description: "Most frequent first.",
	}),
});

/** Everything that has a price. */
export type PricedAction = Action;

/** Totals of all keys of an account over 30 UTC days, including the current one. */
export const Overview = Type.Object({
	credit_balance: Type.Number({ description: "Total of the active keys, in credits." }),
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

/** An account's keys: what they may do, their calls and their costs. */
export const keyRoutes = tagged("Keys", "member", {
	"GET /overview": {
		summary: "Totals of all keys of the account over 30 days",
		answer: Overview,
	},
	"GET /keys": {
		summary: "The keys of the account",
		answer: Type.Object({
			account: orNull(
				Key,
				"The account itself. Null until a server has upgraded an account of an earlier version.",
			),
			data: Type.Array(Key, { description: "Newest first, revoked ones included." }),
			active: Type.Integer(),
			keys_per_account: Type.Integer({ description: "Maximum number of active keys." }),
		}),
	},
	"POST /keys": {
		summary: "Create a key, which draws on the balance of the account",
		access: "developer",
		status: 201,
		body: Type.Object({ client_name: ClientName }),
		answer: KeyWithSecret,
		errors: ["key_limit_reached"],
	},
	"GET /keys/{client_id}": {
		summary: "One key",
		path: ClientPath,
		answer: Key,
	},
	"PATCH /keys/{client_id}": {
		summary: "Rename a key, set its low-balance mark or its caps",
		access: "developer",
		path: ClientPath,
		body: Type.Object({
			client_name: Type.Optional(ClientName),
			low_balance_credits: Type.Optional(orNull(GivenCredits)),
			daily_cap_credits: Type.Optional(orNull(GivenCredits)),
			monthly_cap_credits: Type.Optional(orNull(GivenCredits)),
		}),
		answer: Key,
		errors: ["balance_conflict"],
	},
	"PUT /keys/{client_id}/balance": {
		summary: "Draw on the balance of another key of the account, or on a balance of its own",
		access: "owner",
		path: ClientPath,
		body: Type.Object({
			balance: Type.String({
				minLength: 1,
				maxLength: 100,
				description:
					"The id of a balance that only keys of the account draw on, or `own`. The credits of a balance that no key is left on go along.",
				examples: ["bal_7kqz2mfa4xw6ydn3rtpc", "own"],
			}),
		}),
		answer: Key,
		errors: ["balance_conflict"],
	},
	"POST /keys/{client_id}/rotate": {
		summary: "Give the key a new secret; the old one and its tokens stop working",
		access: "developer",
		path: ClientPath,
		answer: KeyWithSecret,
		errors: ["key_not_active"],
	},
	"POST /keys/{client_id}/revoke": {
		summary: "Disable the key permanently",
		access: "developer",
		path: ClientPath,
		answer: Key,
	},
	"GET /keys/{client_id}/ledger": {
		summary: "Everything that changed the balance",
		path: ClientPath,
		query: ledger.LedgerQuery,
		answer: ledger.LedgerAnswer,
	},
	"GET /keys/{client_id}/ledger.csv": {
		summary: "The same as a CSV table for spreadsheets, newest first",
		path: ClientPath,
		query: ledger.LedgerFilter,
		media: ["text/csv"],
		answerText: "The table.",
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
	"POST /keys/{client_id}/token": {
		summary: "A short-lived access token of the key, to try calls with",
		access: "developer",
		path: ClientPath,
		answer: Type.Object({
			access_token: Type.String({ description: "A bearer token of this key, for the calls of the pages." }),
			token_type: Type.Literal("Bearer"),
			expires_in: Type.Integer({ description: "Seconds." }),
		}),
		errors: ["key_not_active"],
	},
} as const satisfies FeatureRoutes);
