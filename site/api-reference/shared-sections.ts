import type { ApiDocument } from "../../web/src/calls/openapi.ts";
import { type Member, memberOf } from "./members.ts";

/** The sections that explain what all calls have in common. */
export const sharedSections = [
	{
		id: "signing-in",
		title: "Signing in",
		words:
			"Sign in with the client id and the secret of a key, then send the access token with every call: `Authorization: Bearer …`. `expires_in` in the answer says how many seconds the token lasts; reuse it for that long, because signing in is rate-limited. The refresh token gets you the next access token without the secret, and works once. The TypeScript SDK does all of this for you.",
	},
	{
		id: "credits",
		title: "Credits",
		words:
			"Calls are billed for what they return: a scope without data, a picture that does not exist and every error are free. The price of each call is shown next to it; what a call actually cost is in the headers of its answer.",
	},
	{
		id: "rate-limits",
		title: "Rate limits",
		words:
			"Each key has a limit on calls per minute and per UTC day. The headers say what is left. Beyond a limit the answer is 429 `rate_limited`, and its `Retry-After` says how many seconds to wait. Calls without a token count against the address they come from.",
	},
	{
		id: "every-answer",
		title: "Every answer",
		words:
			"Answers are JSON unless a call says otherwise. Quote the request id when you report a problem: it identifies the call in the log and under Calls on your key's page.",
	},
	{
		id: "idempotency",
		title: "Idempotency",
		words:
			"Calls that take an `Idempotency-Key` can be repeated safely: the same key with the same body gets the first answer again for 24 hours, with `Idempotency-Replayed: 1` and without a charge. The same key with another body is 409 `idempotency_key_mismatch`. Use a key of 20 to 255 characters for each thing you want done once, such as the id of the job.",
	},
	{
		id: "signed-urls",
		title: "Signed URLs",
		words:
			"Pictures are fetched through signed URLs. One works once, for 15 minutes, from the address that requested it, and needs no token. The charge is for the URL: fetching it is free. `HEAD` checks it without using it up.",
	},
	{
		id: "errors",
		title: "Errors",
		words:
			"Every answer outside 2xx and 3xx has the same body. Base your code on `error`; `message` is for people and may be reworded. Treat a code that you do not know as `internal_error`. Errors are never charged. Only 429, 500, 502, 503 and 504 are worth sending again unchanged, after `Retry-After` at the earliest.",
	},
] as const;

export type SharedSection = (typeof sharedSections)[number]["id"];

/** The common response headers that a section explains; those of no other section are under “Every answer”. */
export function sharedHeaders(document: ApiDocument, section: SharedSection): readonly Member[] {
	return Object.entries(document.components.headers)
		.filter(([name]) => sectionOf(name) === section)
		.map(([name, { schema, description = "" }]) => memberOf(name, { ...schema, description }, true));
}

function sectionOf(header: string): SharedSection {
	if (header.startsWith("X-Credits-")) return "credits";
	return header.startsWith("X-RateLimit-") ? "rate-limits" : "every-answer";
}
