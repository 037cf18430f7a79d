import Type, { type Static } from "typebox";
import { Credits, Email, IdempotencyKey, Time } from "./common.ts";

const CLIENT_STATES = ["active", "revoked", "expired"] as const;
const TIERS = ["standard", "enterprise"] as const;
const WATERMARKS = ["required", "invisible", "waived"] as const;

const ClientName = Type.String({ minLength: 1, maxLength: 200 });
const Limit = Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), Type.Null()], {
	description: "Null for the value from the settings.",
});
const Texts = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 1000 });

/** What an administrator decides about a client. Empty lists do not restrict anything. */
const policy = {
	client_name: ClientName,
	tier: Type.Enum([...TIERS]),
	requests_per_minute: Limit,
	requests_per_day: Limit,
	expires_at: Type.Union([Time, Type.Null()], { description: "Null for never." }),
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
	url_ttl_seconds: Type.Union([Type.Integer({ minimum: 1, maximum: 604_800 }), Type.Null()], {
		description: "Lifetime of image URLs, in seconds; null for the value from the settings.",
	}),
	multi_use_urls: Type.Boolean({ description: "Image URLs work until they expire; enterprise only." }),
	watermark: Type.Enum([...WATERMARKS]),
};

const listed = {
	client_id: Type.String(),
	client_name: ClientName,
	state: Type.Enum([...CLIENT_STATES]),
	tier: policy.tier,
	credit_balance: Credits,
	owner: Type.Union([Type.Object({ account_id: Type.String(), email: Type.String() }), Type.Null()]),
	created_at: Time,
	expires_at: policy.expires_at,
};
export const ListedClient = Type.Object(listed);
export type ListedClient = Static<typeof ListedClient>;

export const ClientQuery = Type.Object({
	search: Type.Optional(
		Type.String({ maxLength: 254, description: "Id, or part of the name or of the owner's e-mail address." }),
	),
	state: Type.Optional(Type.Enum([...CLIENT_STATES])),
	tier: Type.Optional(Type.Enum([...TIERS])),
	after: Type.Optional(Type.String({ maxLength: 60, description: "`next` of the previous response." })),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});
export const ClientList = Type.Object({
	data: Type.Array(ListedClient, { description: "Newest first." }),
	next: Type.Union([Type.String(), Type.Null()], { description: "Where to continue; null at the end." }),
});

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
	low_balance_credits: Type.Union([Credits, Type.Null()], { description: "Set by the owner." }),
	daily_cap_credits: Type.Union([Credits, Type.Null()], { description: "Set by the owner." }),
	spent_today: Credits,
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
		owner_email: Type.Union([Email, Type.Null()], { description: "Null for nobody." }),
	}),
);
export const ChangedClient = Type.Object({
	client: AnyClient,
	warnings: Type.Array(Type.String(), {
		description: "Values that were set but are unlikely to have the intended effect.",
	}),
});

export const NewClient = Type.Object({ client_name: ClientName, owner_email: Type.Optional(Email) });
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

export const CreditsAddition = Type.Object({
	credits: Type.Number({
		minimum: -1_000_000_000,
		maximum: 1_000_000_000,
		description: "At most four decimals; negative to remove credits.",
	}),
	note: Type.String({ minLength: 1, maxLength: 500, description: "Reason, recorded in the ledger." }),
	idempotency_key: Type.Optional(IdempotencyKey),
});
export const CreditsAdded = Type.Object({
	credit_balance: Credits,
	waits_for_second: Type.Boolean({ description: "Nothing is added until another person approves it too." }),
	is_repeat: Type.Boolean({
		description: "The same request was sent before: nothing is added again.",
	}),
});
