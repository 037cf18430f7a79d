import { defineErrors, kind } from "../platform/http/http-error.ts";

export const peopleErrors = defineErrors({
	password_too_weak: kind(400, "This password is too easy to guess."),
	sign_in_failed: kind(401, "The e-mail address, the password or the code is wrong."),
	code_required: kind(401, "Enter the code from your authenticator as well."),
	sign_in_again: kind(403, "Enter your password, or sign in again and do this within ten minutes."),
	local_sign_in_off: kind(403, "Sign in with your organisation's account."),
	sign_up_closed: kind(403, "New accounts are created by an administrator."),
	email_taken: kind(409, "An account with this e-mail address already exists."),
	email_verified: kind(409, "This e-mail address is already verified."),
	email_not_verified: kind(409, "Verify your e-mail address first. Mail goes to verified addresses only."),
	mail_off: kind(409, "No mail server is set up here."),
	already_member: kind(409, "You belong to this account already."),
	member_limit_reached: kind(409, "An account can have at most 50 members and invitations."),
	founder_stays: kind(409, "Whoever opened the account stays one of its owners."),
	last_administrator: kind(
		409,
		"There must be at least one administrator. Give somebody else that role first.",
	),
	totp_enabled: kind(409, "Two-factor sign-in is already on."),
	totp_not_started: kind(409, "Start setting up two-factor sign-in first."),
	own_account: kind(409, "Administrators cannot do this to their own account."),
	link_of_another_account: kind(
		403,
		"This link belongs to another account. Sign in to that one, then open it again.",
	),
	link_invalid: kind(410, "This link has expired or was already used."),
	sign_in_rate_limit: kind(429, "Too many attempts to sign in."),
});
