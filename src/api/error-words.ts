import type { ErrorCode } from "./error-catalogue.ts";

/** When an error occurs and what the receiver can do about it. Written for people and shown in the API reference. */
interface ErrorWords {
	readonly when: string;
	readonly remedy: string;
}

const SIGN_IN_AGAIN = "Sign in again with `POST /auth/token`.";
const WAIT = "Wait as many seconds as `Retry-After` says, then send the same request again.";
const NEW_URL = "Ask for a new URL.";
const ASK_THE_OPERATOR = "Ask whoever runs this service.";

export const errorWords: Readonly<Record<ErrorCode, ErrorWords>> = {
	bad_request: {
		when: "A parameter, a header or the body is not as described here, or the body is too large (413).",
		remedy: "Change the request: the message names what is wrong and where.",
	},
	invalid_barcode: {
		when: "A barcode is not 4 to 14 digits.",
		remedy: "Send digits alone, with leading zeros. `POST /barcodes/resolve` reads other forms.",
	},
	missing_credentials: {
		when: "`client_id` or `api_key` is missing.",
		remedy: "Send both in a JSON body.",
	},
	missing_refresh_token: {
		when: "`refresh_token` is missing.",
		remedy: "Send it in a JSON body.",
	},
	unauthenticated: {
		when: "The access token is missing, expired, revoked or not one of this service.",
		remedy: "Refresh it with `POST /auth/refresh`, or sign in again, and repeat the call once.",
	},
	invalid_credentials: {
		when: "The `client_id` is unknown or the `api_key` is wrong.",
		remedy: "Check both. Five failures in a row lock sign-in for a while.",
	},
	refresh_token_invalid: {
		when: "The refresh token is unknown or was revoked.",
		remedy: SIGN_IN_AGAIN,
	},
	refresh_token_expired: { when: "The refresh token was never used and is too old.", remedy: SIGN_IN_AGAIN },
	refresh_token_reused: {
		when: "The refresh token was used before. All refresh tokens of the client are revoked now.",
		remedy: `${SIGN_IN_AGAIN} Use each refresh token once, and store the new one before you go on.`,
	},
	insufficient_credits: {
		when: "The balance, or what is left of the daily cap, is lower than the price.",
		remedy: "Ask for a top-up, or raise the cap. Nothing was charged.",
	},
	client_disabled: { when: "The key was revoked or has expired.", remedy: "Use another key." },
	client_ip_not_allowed: {
		when: "The request comes from an address that is not on the key's allowlist.",
		remedy: "Call from an allowed address, or have this one added to the list.",
	},
	out_of_scope: {
		when: "The product is outside what the key may read.",
		remedy: `Leave it out. ${ASK_THE_OPERATOR}`,
	},
	scope_forbidden: {
		when: "Scopes named in `include` are locked for the key; `blocked_scopes` lists them.",
		remedy: "Leave them out. Without `include`, locked scopes are left out by themselves.",
	},
	signed_url_ip_mismatch: {
		when: "The signed URL was issued to another address.",
		remedy: "Fetch the URL from the address that requested it.",
	},
	not_found: {
		when: "There is no such product, order or path for this key.",
		remedy: "Check the barcode or id. `POST /barcodes/resolve` finds products by other forms of a barcode.",
	},
	variant_not_available: {
		when: "The product exists, but not this picture of it.",
		remedy: "`GET /products` lists the variants that each product has.",
	},
	idempotency_key_mismatch: {
		when: "The `Idempotency-Key` was used before with another body.",
		remedy: "Use a new key for each different request.",
	},
	signed_url_expired: { when: "The signed URL is older than 15 minutes.", remedy: NEW_URL },
	signed_url_consumed: { when: "The signed URL was used already.", remedy: NEW_URL },
	cursor_expired: {
		when: "The changes after this cursor are no longer kept.",
		remedy: "Take a cursor from `GET /changes`, list the catalogue again, and follow from there.",
	},
	invalid_metadata_key: {
		when: "A key in `has` or `missing` does not exist; `hint` says how to find valid ones.",
		remedy: "Take keys from `GET /metadata-fields`.",
	},
	max_credits_exceeded: {
		when: "The order costs more than its `max_credits`.",
		remedy: "Raise the limit or shorten the list. Nothing was bought.",
	},
	rate_limited: { when: "The limit of requests by minute or day is used up.", remedy: WAIT },
	auth_rate_limit: {
		when: "The client signed in too often, or failed too often in a row.",
		remedy: `${WAIT} Keep the access token for as long as it lasts.`,
	},
	ip_rate_limit: { when: "Too many attempts to sign in came from this address.", remedy: WAIT },
	refresh_rate_limit: { when: "The client refreshed too often.", remedy: WAIT },
	internal_error: {
		when: "Something went wrong inside the service.",
		remedy: "Try again later. Report the `request_id` if it goes on.",
	},
	upstream_error: { when: "The picture store did not answer.", remedy: "Try again after a moment." },
	service_unavailable: { when: "The service is overloaded or being maintained.", remedy: WAIT },
	gateway_timeout: {
		when: "The answer was not ready in time.",
		remedy: "Try again after a moment, with fewer items if there were many.",
	},
};
