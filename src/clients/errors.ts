import { defineErrors, kind, WAIT } from "../platform/http/http-error.ts";

/** Header that a 401 must carry (RFC 9110, 15.5.2), with the only supported scheme (SPEC 5 rule 3). */
const CHALLENGE = { "www-authenticate": "Bearer" };
const SIGN_IN_AGAIN = "Sign in again with `POST /auth/token`.";

export const clientErrors = defineErrors({
	missing_credentials: kind(400, "client_id and api_key are required.", {
		when: "`client_id` or `api_key` is missing.",
		remedy: "Send both in a JSON body.",
	}),
	missing_refresh_token: kind(400, "refresh_token is required.", {
		when: "`refresh_token` is missing.",
		remedy: "Send it in a JSON body.",
	}),
	unauthenticated: kind(401, "A valid bearer access token is required.", {
		headers: CHALLENGE,
		when: "The access token is missing, expired, revoked or not one of this service.",
		remedy: "Refresh it with `POST /auth/refresh`, or sign in again, and repeat the call once.",
	}),
	invalid_credentials: kind(401, "The client_id or api_key is wrong.", {
		headers: CHALLENGE,
		when: "The `client_id` is unknown or the `api_key` is wrong.",
		remedy: "Check both. Five failures in a row lock sign-in for a while.",
	}),
	refresh_token_invalid: kind(401, "The refresh token is not valid.", {
		headers: CHALLENGE,
		when: "The refresh token is unknown or was revoked.",
		remedy: SIGN_IN_AGAIN,
	}),
	refresh_token_expired: kind(401, "The refresh token has expired.", {
		headers: CHALLENGE,
		when: "The refresh token was never used and is too old.",
		remedy: SIGN_IN_AGAIN,
	}),
	refresh_token_reused: kind(
		401,
		"The refresh token was used before. Every refresh token of this client is revoked; sign in with its credentials.",
		{
			headers: CHALLENGE,
			when: "The refresh token was used before. All refresh tokens of the client are revoked now.",
			remedy: `${SIGN_IN_AGAIN} Use each refresh token once, and store the new one before you go on.`,
		},
	),
	client_disabled: kind(403, "This client is revoked or expired.", {
		when: "The key was revoked or has expired.",
		remedy: "Use another key.",
	}),
	client_ip_not_allowed: kind(403, "This address is not on the client's allowlist.", {
		when: "The request comes from an address that is not on the key's allowlist.",
		remedy: "Call from an allowed address, or have this one added to the list.",
	}),
	auth_rate_limit: kind(429, "Too many sign-in attempts for this client.", {
		retry: true,
		when: "The client signed in too often, or failed too often in a row.",
		remedy: `${WAIT} Keep the access token for as long as it lasts.`,
	}),
	ip_rate_limit: kind(429, "Too many sign-in attempts from this address.", {
		retry: true,
		when: "Too many attempts to sign in came from this address.",
		remedy: WAIT,
	}),
	refresh_rate_limit: kind(429, "Too many refreshes for this client.", {
		retry: true,
		when: "The client refreshed too often.",
		remedy: WAIT,
	}),
	key_limit_reached: kind(409, "This account has reached its limit of active keys."),
	key_not_active: kind(409, "This key is revoked or expired."),
	client_has_no_key: kind(409, "An account buys with this client in the pages: it has no key."),
	balance_conflict: kind(409, "The key cannot draw on that balance."),
});
