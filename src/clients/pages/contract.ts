import Type, { type Static } from "typebox";
import * as ledger from "../../billing/pages/spending/contract.ts";
import type { Action } from "../../billing/prices/actions.ts";
import {
	ClientPath,
	Credits,
	Email,
	type FeatureRoutes,
	GivenCredits,
	IdempotencyKey,
	orNull,
	type SharedAccess,
	Time,
	tagged,
} from "../../pages/contract.ts";
import * as events from "../../people/pages/activity/contract.ts";

const CLIENT_STATES = ["active", "revoked", "expired"] as const;
const TIERS = ["standard", "enterprise"] as const;
const WATERMARKS = ["required", "invisible", "waived"] as const;

/** Who sees a client: members of its account, and administrators and accountants, who see every one. */
export const READERS = {
	member: "member",
	roles: ["administrator", "accountant"],
} as const satisfies SharedAccess;
/** Who changes a client. */
const CHANGERS = { member: "developer", roles: ["administrator"] } as const satisfies SharedAccess;

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
		description: "Whether it is the account itself, which buys in the pages: it has no secret.",
	}),
	tier: policy.tier,
	state: Type.Enum([...CLIENT_STATES]),
	balance_is_low: Type.Boolean({ description: "Whether its balance is below its mark." }),
	created_at: Time,
	expires_at: policy.expires_at,
	credit_balance: Credits,
};
const Owner = orNull(Type.Object({ account_id: Type.String(), email: Type.String() }));
export const ListedClient = Type.Object({ ...listed, owner: Owner });
export type ListedClient = Static<typeof ListedClient>;

/** A client, as everybody who may see it does. Its secret is a key, which is shown once and belongs to no answer. */
const client = {
	...listed,
	balance_id: Type.String({ description: "The balance that the client draws on." }),
	shares_balance: Type.Boolean({
		description: "Whether others, which are not revoked, draw on the same balance.",
	}),
	low_balance_credits: orNull(Credits, "Below this balance the client is marked."),
	daily_cap_credits: orNull(Credits, "What it may spend in a UTC day; null for no cap."),
	monthly_cap_credits: orNull(Credits, "What it may spend in a calendar month, UTC; null for no cap."),
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
};
export const OwnClient = Type.Object(client);
export type OwnClient = Static<typeof OwnClient>;

const Administration = Type.Object({
	policy: Type.Object(policy),
	owner: Owner,
	other_clients: Type.Array(ListedClient, {
		description: "Other clients of the same account, newest first.",
	}),
	vocabulary: Type.Object(
		{ locks: Type.Array(Type.String()), departments: Type.Array(Type.String()) },
		{ description: "What can be locked, and the existing departments." },
	),
});
export type Administration = Static<typeof Administration>;

const shown = {
	...client,
	is_own: Type.Boolean({ description: "Whether the account that the caller acts for owns it." }),
	administration: orNull(Administration, "For administrators and accountants; null for others."),
};
export const ShownClient = Type.Object(shown);
export type ShownClient = Static<typeof ShownClient>;

/** What somebody who has keys may change of a client of their account. */
const ownChange = {
	client_name: ClientName,
	low_balance_credits: orNull(GivenCredits),
	daily_cap_credits: orNull(GivenCredits),
	monthly_cap_credits: orNull(GivenCredits),
};
/** What only owners of the account may change besides. */
const ownersChange = {
	balance: Type.String({
		minLength: 1,
		maxLength: 100,
		description:
			"The id of the balance to draw on, or `own`: for owners, one that only clients of the account draw on. The credits of a balance that no client is left on go along.",
		examples: ["bal_7kqz2mfa4xw6ydn3rtpc", "own"],
	}),
};
/** What only administrators may change. */
const administratorsChange = {
	...policy,
	owner_email: orNull(Email, "Null for nobody."),
	take_credits: GivenCredits,
};
export const OWN_CHANGE = Object.keys(ownChange);
export const OWNERS_CHANGE = Object.keys(ownersChange);

export const ClientChange = Type.Partial(
	Type.Object({ ...administratorsChange, ...ownersChange, ...ownChange }),
);

/** The only responses that ever contain an `api_key`. */
export const ClientSecret = Type.Object({
	client_id: Type.String(),
	client_name: ClientName,
	api_key: Type.String({ description: "Shown only here." }),
});

/** Everything that has a price. */
export type PricedAction = Action;

/** Confirms an action that cannot be undone. */
const Confirmation = Type.Object({
	confirm: Type.String({ maxLength: 200, description: "The client's name again, as confirmation." }),
});

/** Clients, which are keys to their owners: what they may do and what they cost. */
export const clientRoutes = tagged("Keys", "member", {
	"GET /admin/clients": {
		summary: "All clients, or those found by a search",
		access: READERS.roles,
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
	"GET /keys": {
		summary: "The keys of the account",
		answer: Type.Object({
			account: orNull(
				OwnClient,
				"The account itself. Null until a server has upgraded an account of an earlier version.",
			),
			data: Type.Array(OwnClient, { description: "Newest first, revoked ones included." }),
			active: Type.Integer(),
			keys_per_account: Type.Integer({ description: "Maximum number of active keys." }),
		}),
	},
	"POST /keys": {
		summary: "Create a key: for the account, on whose balance it draws, or as an administrator for anybody",
		access: CHANGERS,
		status: 201,
		body: Type.Object({
			client_name: ClientName,
			owner_email: Type.Optional(orNull(Email, "For administrators: the owner, null for nobody.")),
		}),
		answer: ClientSecret,
		errors: ["key_limit_reached"],
	},
	"GET /keys/{client_id}": {
		summary: "One key; administrators and accountants see its policy as well",
		access: READERS,
		path: ClientPath,
		answer: ShownClient,
	},
	"PATCH /keys/{client_id}": {
		summary:
			"Rename a key, set its low-balance mark, its caps or its balance; administrators change its policy",
		access: CHANGERS,
		path: ClientPath,
		body: ClientChange,
		answer: Type.Object({
			...shown,
			warnings: Type.Array(Type.String(), {
				description: "Values that were set but are unlikely to have the intended effect.",
			}),
		}),
		errors: ["balance_conflict"],
	},
	"POST /keys/{client_id}/rotate": {
		summary: "Give the key a new secret; the old one and its tokens stop working",
		access: CHANGERS,
		path: ClientPath,
		body: Confirmation,
		answer: ClientSecret,
		errors: ["key_not_active", "client_has_no_key", "other_name"],
	},
	"POST /keys/{client_id}/revoke": {
		summary: "Disable the key permanently",
		access: CHANGERS,
		path: ClientPath,
		body: Confirmation,
		answer: ShownClient,
		errors: ["client_has_no_key", "other_name"],
	},
	"POST /keys/{client_id}/credits": {
		summary: "Add or remove credits",
		access: READERS.roles,
		path: ClientPath,
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
	"GET /keys/{client_id}/ledger": {
		summary: "Everything that changed the balance",
		access: READERS,
		path: ClientPath,
		query: ledger.LedgerQuery,
		answer: ledger.LedgerAnswer,
	},
	"GET /keys/{client_id}/ledger.csv": {
		summary: "The same as a CSV table for spreadsheets, newest first",
		access: READERS,
		path: ClientPath,
		query: ledger.LedgerFilter,
		media: ["text/csv"],
		answerText: "The table.",
	},
	"GET /keys/{client_id}/history": {
		summary: "What was done to the key and by whom, with the values before and after",
		access: READERS.roles,
		path: ClientPath,
		query: events.HistoryQuery,
		answer: events.EventList,
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
		errors: ["key_not_active", "client_has_no_key"],
	},
} as const satisfies FeatureRoutes);
