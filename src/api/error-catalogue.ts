import { commonErrors } from "../platform/http/http-error.ts";

/** Header that a 401 must carry (RFC 9110, 15.5.2), with the only supported scheme (SPEC 5 rule 3). */
const CHALLENGE = { "www-authenticate": "Bearer" };

/** Every error of the API, in the order of SPEC 7. `retry`: worth retrying unchanged. */
export const errorCatalogue = {
	bad_request: commonErrors.bad_request,
	invalid_barcode: row(400, "A barcode is 4 to 14 digits."),
	missing_credentials: row(400, "client_id and api_key are required."),
	missing_refresh_token: row(400, "refresh_token is required."),
	unauthenticated: row(401, "A valid bearer access token is required."),
	invalid_credentials: row(401, "The client_id or api_key is wrong."),
	refresh_token_invalid: row(401, "The refresh token is not valid."),
	refresh_token_expired: row(401, "The refresh token has expired."),
	refresh_token_reused: row(
		401,
		"The refresh token was used before. Every refresh token of this client is revoked; sign in with its credentials.",
	),
	insufficient_credits: row(402, "The balance is too low for this charge."),
	client_disabled: row(403, "This client is revoked or expired."),
	client_ip_not_allowed: row(403, "This address is not on the client's allowlist."),
	out_of_scope: row(403, "This barcode is outside the client's scope filter."),
	scope_forbidden: row(403, "Requested scopes are locked for this client."),
	signed_url_ip_mismatch: row(403, "This URL was issued to another address."),
	not_found: commonErrors.not_found,
	variant_not_available: row(404, "This product has no such image variant."),
	idempotency_key_mismatch: row(409, "This Idempotency-Key was used with another body."),
	signed_url_expired: row(410, "This URL has expired."),
	signed_url_consumed: row(410, "This URL was used already."),
	cursor_expired: row(
		410,
		"The changes after this cursor are no longer kept. Take a cursor from GET /changes, list the catalogue, and follow from there.",
	),
	invalid_metadata_key: row(422, "Unknown metadata key."),
	max_credits_exceeded: row(422, "The order costs more than max_credits."),
	rate_limited: commonErrors.rate_limited,
	auth_rate_limit: row(429, "Too many sign-in attempts for this client.", "retry"),
	ip_rate_limit: row(429, "Too many sign-in attempts from this address.", "retry"),
	refresh_rate_limit: row(429, "Too many refreshes for this client.", "retry"),
	internal_error: commonErrors.internal_error,
	upstream_error: row(502, "The image store did not answer.", "retry"),
	service_unavailable: commonErrors.service_unavailable,
	gateway_timeout: commonErrors.gateway_timeout,
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

interface CatalogueRow {
	readonly status: number;
	readonly message: string;
	readonly retry: boolean;
	readonly headers?: Readonly<Record<string, string>>;
}

function row(status: number, message: string, retry?: "retry"): CatalogueRow {
	return { status, message, retry: retry !== undefined, ...(status === 401 ? { headers: CHALLENGE } : {}) };
}
