import Type, { type Static } from "typebox";
import * as ledger from "../../../billing/pages/spending/contract.ts";
import {
	Credits,
	Email,
	type FeatureRoutes,
	GivenCredits,
	IdempotencyKey,
	orNull,
	Time,
	tagged,
} from "../../../pages/contract.ts";
import * as events from "../../../people/pages/activity/contract.ts";

const CLIENT_STATES = ["active", "revoked", "expired"] as const;
const TIERS = ["standard", "enterprise"] as const;
const WATERMARKS = ["required", "invisible", "waived"] as const;

const ClientName = Type.String({ minLength: 1, maxLength: 200 });
const Limit = orNull(
	Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
	"Null for the value from the settings.",
);
export const Texts = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 1000 });

/** What an administrator decides about a client. Empty lists do not restrict anything. */
const policy = {
	client_name: ClientName,
	tier: Type.Enum([...TIERS]),
	requests_per_minute: Limit,
	requests_per_day: Limit,
	expires_at: orNull(Time, "Null for never."),
	allow_ip: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
		maxItems: 1000,
		description: "IP addresses or CIDRs that may call.",
	}),
	locks: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
		maxItems: 200,
		description: "`scope`, `scope.field` or `images.variant`.",
	}),
	barcode_prefixes: Texts,
	brands: Texts,
	departments: Texts,
	url_ttl_seconds: orNull(
		Type.Integer({ minimum: 1, maximum: 604_800 }),
		"Lifetime of image URLs, in seconds; null for the value from the settings.",
	),
	multi_use_urls: Type.Boolean({ description: "Image URLs work until they expire; enterprise only." }),
	watermark: Type.Enum([...WATERMARKS]),
};

const listed = {
	client_id: Type.String(),
	client_name: ClientName,
	is_account: Type.Boolean({
		description: "Whether it is how its owner buys in the pages; nobody has its key.",
	}),
	state: Type.Enum([...CLIENT_STATES]),
	tier: policy.tier,
	credit_balance: Credits,
	owner: orNull(Type.Object({ account_id: Type.String(), email: Type.String() })),
	created_at: Time,
	expires_at: policy.expires_at,
};
export const ListedClient = Type.Object(listed);
export type ListedClient = Static<typeof ListedClient>;

/** A client as administrators see it. */
export const AnyClient = Type.Object({
	...listed,
	policy: Type.Object(policy),
	limits: Type.Object(
		{ requests_per_minute: Type.Integer(), requests_per_day: Type.Integer() },
		{
			description: "The values in effect, from the policy or from the settings.",
		},
	),
	low_balance_credits: orNull(Credits, "Set by the owner."),
	balance_id: Type.String({ description: "The balance that the client draws on." }),
	shares_balance: Type.Boolean({
		description: "Whether others, which are not revoked, draw on the same balance.",
	}),
	daily_cap_credits: orNull(Credits, "What it may spend in a UTC day; null for no cap."),
	monthly_cap_credits: orNull(Credits, "What it may spend in a calendar month, UTC; null for no cap."),
	spent_today: Credits,
	spent_this_month: Credits,
	other_clients: Type.Array(ListedClient, {
		description: "Other clients of the same account, newest first.",
	}),
	vocabulary: Type.Object(
		{ locks: Type.Array(Type.String()), departments: Type.Array(Type.String()) },
		{ description: "What can be locked, and the existing departments." },
	),
});
export type AnyClient = Static<typeof AnyClient>;

export const ClientChange = Type.Partial(
	Type.Object({
		...policy,
		owner_email: orNull(Email, "Null for nobody."),
		daily_cap_credits: orNull(GivenCredits),
		monthly_cap_credits: orNull(GivenCredits),
		balance: Type.String({
			minLength: 1,
			maxLength: 100,
			description: "The id of the balance to draw on, or `own`.",
		}),
		take_credits: GivenCredits,
	}),
);

export const ClientSecret = Type.Object({
	client_id: Type.String(),
	client_name: ClientName,
	api_key: Type.String({ description: "Shown only here." }),
});

export const AnyClientPath = Type.Object({ client_id: Type.String() });

/** Confirms an action that cannot be undone. */
export const ClientConfirmation = Type.Object({
	confirm: Type.String({ maxLength: 200, description: "The client's name again, as confirmation." }),
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
	items: Type.Array(
		Type.Object({ action: Type.String(), count: Type.Integer(), price: Credits, credits: Credits }),
	),
	credits: Credits,
	balance_after: Type.Number(),
	notes: Type.Array(Type.String(), { description: "For people." }),
});

/** Clients, with or without an account. */
export const clientRoutes = tagged("Clients", ["administrator", "accountant"], {
	"GET /admin/clients": {
		summary: "All clients, or those found by a search",
		query: Type.Object({
			search: Type.Optional(
				Type.String({
					maxLength: 254,
					description: "Id, or part of the name or of the owner's e-mail address.",
				}),
			),
			state: Type.Optional(Type.Enum([...CLIENT_STATES])),
			tier: Type.Optional(Type.Enum([...TIERS])),
			after: Type.Optional(Type.String({ maxLength: 60, description: "`next` of the previous response." })),
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
		}),
		answer: Type.Object({
			data: Type.Array(ListedClient, { description: "Newest first." }),
			next: orNull(Type.String(), "Where to continue; null at the end."),
		}),
	},
	"POST /admin/clients": {
		summary: "Create a client, for an account or for nobody",
		access: ["administrator"],
		status: 201,
		body: Type.Object({ client_name: ClientName, owner_email: Type.Optional(Email) }),
		answer: ClientSecret,
	},
	"GET /admin/clients/{client_id}": {
		summary: "One client with its policy",
		path: AnyClientPath,
		answer: AnyClient,
	},
	"PATCH /admin/clients/{client_id}": {
		summary: "Change parts of a policy, the owner, caps, or the balance that a client draws on",
		access: ["administrator"],
		path: AnyClientPath,
		body: ClientChange,
		answer: Type.Object({
			client: AnyClient,
			warnings: Type.Array(Type.String(), {
				description: "Values that were set but are unlikely to have the intended effect.",
			}),
		}),
		errors: ["balance_conflict"],
	},
	"POST /admin/clients/{client_id}/rotate": {
		summary: "Give a client a new secret; the old one and its tokens stop working",
		access: ["administrator"],
		path: AnyClientPath,
		body: ClientConfirmation,
		answer: ClientSecret,
		errors: ["key_not_active", "client_has_no_key", "other_name"],
	},
	"POST /admin/clients/{client_id}/revoke": {
		summary: "Disable a client permanently",
		access: ["administrator"],
		path: AnyClientPath,
		body: ClientConfirmation,
		answer: AnyClient,
		errors: ["other_name"],
	},
	"POST /admin/clients/{client_id}/credits": {
		summary: "Add or remove credits",
		path: AnyClientPath,
		body: Type.Object({
			credits: Type.Number({
				minimum: -1_000_000_000,
				maximum: 1_000_000_000,
				description: "At most four decimals; negative to remove credits.",
			}),
			note: Type.String({ minLength: 1, maxLength: 500, description: "Reason, recorded in the ledger." }),
			idempotency_key: Type.Optional(IdempotencyKey),
		}),
		answer: Type.Object({
			credit_balance: Credits,
			waits_for_second: Type.Boolean({
				description: "Nothing is added until another person approves it too.",
			}),
			is_repeat: Type.Boolean({
				description: "The same request was sent before: nothing is added again.",
			}),
		}),
		errors: ["key_not_active", "balance_too_large", "balance_too_small", "sent_before"],
	},
	"GET /admin/clients/{client_id}/ledger": {
		summary: "Everything that changed the balance",
		path: AnyClientPath,
		query: ledger.LedgerQuery,
		answer: ledger.LedgerAnswer,
	},
	"GET /admin/clients/{client_id}/history": {
		summary: "What was done to the client and by whom, with the values before and after",
		path: AnyClientPath,
		query: events.HistoryQuery,
		answer: events.EventList,
	},
	"GET /admin/clients/{client_id}/preview": {
		summary: "What the client would get for a product; nothing is charged",
		path: AnyClientPath,
		query: PreviewQuery,
		answer: Preview,
	},
} as const satisfies FeatureRoutes);
