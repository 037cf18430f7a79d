/** Every error of the portal's API. `/api/v1` has a catalogue of its own. */
export const portalErrors = {
	bad_request: row(400, "The request is malformed."),
	invalid_barcode: row(400, "A barcode is 4 to 14 digits."),
	password_too_weak: row(400, "This password is too easy to guess."),
	sign_in_failed: row(401, "The e-mail address, the password or the code is wrong."),
	code_required: row(401, "This account asks for a code of its authenticator as well."),
	not_signed_in: row(401, "Sign in first."),
	csrf_rejected: row(403, "This request did not come from the portal's own pages."),
	sign_up_closed: row(403, "New accounts are opened by an administrator."),
	password_change_required: row(403, "Choose a password of your own first."),
	role_missing: row(403, "Your account has no role that may do this."),
	insufficient_credits: row(402, "The balance is too low."),
	client_ip_not_allowed: row(403, "This key may be used from certain addresses only."),
	scope_forbidden: row(403, "Something that is wanted is locked for this key."),
	not_found: row(404, "Not found."),
	variant_not_available: row(404, "This order has no such picture."),
	idempotency_key_mismatch: row(409, "This order was sent before, with other products."),
	email_taken: row(409, "There is an account with this e-mail address already."),
	email_verified: row(409, "This e-mail address is verified already."),
	email_not_verified: row(409, "Verify the e-mail address first: mail goes to verified addresses alone."),
	brand_locked: row(409, "The brand is locked for this key."),
	mail_off: row(409, "No mail server is set up here."),
	key_limit_reached: row(409, "This account has as many active keys as it may have."),
	key_not_active: row(409, "This key is revoked or expired."),
	basket_full: row(409, "A basket holds at most 1,000 products."),
	top_up_limit_reached: row(409, "Several top-ups of this key wait already."),
	top_up_decided: row(409, "This top-up is decided already."),
	second_person_needed: row(409, "You approved this top-up already: another person has to as well."),
	last_administrator: row(409, "There has to be an administrator: give somebody else that role first."),
	balance_too_large: row(409, "The balance would grow beyond what can be held."),
	totp_enabled: row(409, "Two-factor sign-in is on already."),
	totp_not_started: row(409, "Two-factor sign-in was not begun."),
	own_account: row(409, "Administrators cannot do this to their own account."),
	link_invalid: row(410, "This link was used already or has expired."),
	max_credits_exceeded: row(422, "The order costs more than was shown."),
	rate_limited: row(429, "Too many requests."),
	sign_in_rate_limit: row(429, "Too many attempts to sign in."),
	internal_error: row(500, "Something went wrong on our side."),
	upstream_error: row(502, "The store of pictures does not answer."),
	service_unavailable: row(503, "The service cannot answer right now."),
	gateway_timeout: row(504, "The request took too long."),
} as const;

export type PortalErrorCode = keyof typeof portalErrors;

function row(status: number, message: string): { readonly status: number; readonly message: string } {
	return { status, message };
}
