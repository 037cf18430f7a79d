import Type, { type Static } from "typebox";
import { Credits, GivenCredits, Time } from "./common.ts";

const ClientName = Type.String({ minLength: 1, maxLength: 200 });

export const Key = Type.Object({
	client_id: Type.String(),
	client_name: ClientName,
	tier: Type.Enum(["standard", "enterprise"]),
	state: Type.Enum(["active", "revoked", "expired"]),
	created_at: Time,
	expires_at: Type.Union([Time, Type.Null()]),
	credit_balance: Credits,
	low_balance_credits: Type.Union([Credits, Type.Null()], {
		description: "Below this balance the key is marked.",
	}),
	balance_is_low: Type.Boolean(),
	daily_cap_credits: Type.Union([Credits, Type.Null()], {
		description: "What the key may spend in a UTC day; null for no cap.",
	}),
	spent_today: Credits,
	webhook_state: Type.Union([Type.Enum(["active", "failing", "off"]), Type.Null()], {
		description: "`off` if it was switched off; null without a webhook.",
	}),
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

export const KeyList = Type.Object({
	data: Type.Array(Key, { description: "Newest first, revoked ones included." }),
	active: Type.Integer(),
	keys_per_account: Type.Integer({ description: "Maximum number of active keys." }),
});

export const NewKey = Type.Object({ client_name: ClientName });
export const KeyChange = Type.Object({
	client_name: Type.Optional(ClientName),
	low_balance_credits: Type.Optional(Type.Union([GivenCredits, Type.Null()])),
	daily_cap_credits: Type.Optional(Type.Union([GivenCredits, Type.Null()])),
});

/** The only responses that ever contain an `api_key`. */
export const KeyWithSecret = Type.Object({
	key: Key,
	api_key: Type.String({ description: "Shown only here." }),
});

export const TryToken = Type.Object({
	access_token: Type.String({ description: "A bearer token of this key, for the calls of the pages." }),
	token_type: Type.Literal("Bearer"),
	expires_in: Type.Integer({ description: "Seconds." }),
});
