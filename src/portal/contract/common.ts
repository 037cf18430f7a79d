import Type, { type Static } from "typebox";
import { ROLES } from "./roles.ts";

export const Time = Type.String({ format: "date-time", description: "ISO 8601, UTC." });
export const Credits = Type.Number({ description: "Credits, an exact decimal of at most four places." });

/** An amount in a request: at most four decimals, at most a billion. */
export const GivenCredits = Type.Number({
	minimum: 0,
	maximum: 1_000_000_000,
	description: "Credits, at most four decimals.",
	examples: [250],
});

/** Made by a page for what is to be done once. */
export const IdempotencyKey = Type.String({
	pattern: "^[A-Za-z0-9._~-]{20,255}$",
	description: "Made by the page: however often it is sent, it is done once.",
});

export const Email = Type.String({
	minLength: 3,
	maxLength: 254,
	description: "E-mail address; upper and lower case are the same.",
	examples: ["orders@example.com"],
});

export const Roles = Type.Array(Type.Enum([...ROLES]), { maxItems: ROLES.length });

export const ProposesAs = Type.Union([Type.String(), Type.Null()], {
	description: "The ownership under which the account proposes pictures and metadata; null: it may not.",
});

export const GivenPassword = Type.String({ minLength: 1, maxLength: 200 });
export const NewPassword = Type.String({
	minLength: 1,
	maxLength: 200,
	description: "10 to 200 characters that are not easy to guess.",
});

export const ClientPath = Type.Object({
	client_id: Type.String({
		description: "A key of the caller.",
		examples: ["ps_client_3qmpyw2l6knmtz5a7bcd"],
	}),
});

export const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }));
export const PerPage = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 25 }));

export const Pagination = Type.Object({
	page: Type.Integer(),
	per_page: Type.Integer(),
	total: Type.Integer(),
	total_pages: Type.Integer(),
});
export type Pagination = Static<typeof Pagination>;
