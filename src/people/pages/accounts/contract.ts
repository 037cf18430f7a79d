import Type, { type Static } from "typebox";
import {
	Email,
	type FeatureRoutes,
	GivenPassword,
	MemberRole,
	NewPassword,
	orNull,
	ProposesAs,
	Roles,
	Time,
	tagged,
} from "../../../pages/contract.ts";

export const Account = Type.Object({
	account_id: Type.String(),
	email: Email,
	email_verified: Type.Boolean({ description: "Whether a link mailed to the address was opened." }),
	is_administrator: Type.Boolean(),
	roles: Roles,
	proposes_as: ProposesAs,
	must_change_password: Type.Boolean({
		description: "Signed in with a one-time password: until it is changed, everything else returns 403.",
	}),
	totp_enabled: Type.Boolean(),
	recovery_codes_left: Type.Integer(),
	created_at: Time,
	others_until: orNull(
		Time,
		"When a person signed in through the provider joined this account, whose address had not been verified; null if it was theirs from the start. Earlier keys may be known to others.",
	),
});
export type Account = Static<typeof Account>;

const CsrfToken = Type.String({
	description:
		"Must be sent in the header X-Packshot-CSRF with every request of this session that is not a GET.",
});

export const SignedIn = Type.Object({ account: Account, csrf_token: CsrfToken });

export const ActedFor = Type.Object({
	account_id: Type.String(),
	name: Type.String(),
	role: MemberRole,
	is_own: Type.Boolean(),
});
export type ActedFor = Static<typeof ActedFor>;

/** What the pages know before sign-in. */
export const CurrentSession = Type.Object({
	account: orNull(Account),
	csrf_token: orNull(CsrfToken),
	acts_for: orNull(ActedFor, "The account whose keys, orders and credits the pages show."),
	owed_credits: Type.Number({
		description:
			"What the account owes for payments that were reversed after their credits had been spent: until it is paid or settled, nothing that costs credits is possible.",
	}),
	accounts: Type.Array(ActedFor, {
		description: "Every account that the person belongs to, their own first.",
	}),
	service: Type.Object({
		version: Type.String(),
		waits_for_set_up: Type.Boolean({
			description:
				"Whether nobody uses the installation yet: its log, and `packshot setup`, print a link to set it up.",
		}),
		sign_up_open: Type.Boolean(),
		sign_up_by_mail: Type.Boolean({
			description: "Whether signing up asks only for an address and mails a link.",
		}),
		single_sign_on: orNull(
			Type.Object({ name: Type.String() }),
			"The provider to sign in with at `/session/sso`.",
		),
		contact: orNull(Type.String(), "Whom to ask for help or an account: a `mailto:` or web address."),
		mails_resets: Type.Boolean({ description: "Whether whoever lost a password is mailed a link." }),
		local_sign_in: Type.Boolean({ description: "Whether users may sign in with a password." }),
		webhooks: Type.Boolean({ description: "Whether keys may have a webhook." }),
		credit_price: orNull(
			Type.Object({ amount: Type.Number(), currency: Type.String({ description: "ISO 4217." }) }),
			"What a credit costs; null if the operator does not say, and for visitors who are not signed in.",
		),
		pays_by_card: Type.Boolean({ description: "Whether credits can be paid by card." }),
		payment_note: orNull(
			Type.String(),
			"How top-ups are paid for, in the operator's words; null if there is nothing to say, and for visitors.",
		),
		keys_per_account: Type.Integer({
			description: "Maximum number of active keys; of the signed-in account, or the default.",
		}),
	}),
});
export type CurrentSession = Static<typeof CurrentSession>;

export const Session = Type.Object({
	session_id: Type.String(),
	created_at: Time,
	last_seen_at: Time,
	address: Type.String(),
	user_agent: Type.String(),
	is_current: Type.Boolean(),
});

/** Sign-in, sign-up, sign-out, and the sessions of an account. */
export const sessionRoutes = tagged("Session", "person", {
	"GET /session": {
		summary: "Who is signed in, and what the pages need to know before anyone is",
		access: "public",
		answer: CurrentSession,
	},
	"POST /session": {
		summary: "Sign in",
		description: "401 `code_required` if the password is right and the account requires a code.",
		access: "public",
		body: Type.Object({
			email: Email,
			password: GivenPassword,
			code: Type.Optional(
				Type.String({ maxLength: 40, description: "Code of the authenticator, or a recovery code." }),
			),
		}),
		answer: SignedIn,
		errors: ["sign_in_failed", "code_required", "sign_in_rate_limit", "local_sign_in_off"],
	},
	"GET /session/sso": {
		summary: "Sign in with the provider: redirects to it",
		access: "public",
		query: Type.Object({
			return_to: Type.Optional(
				Type.String({ maxLength: 2000, description: "Path of the page to show afterwards." }),
			),
		}),
		status: 302,
		errors: ["not_found"],
	},
	"GET /session/sso/callback": {
		summary: "Where the provider redirects back to",
		description: "Redirects to the requested page, signed in, or to the sign-in page with what went wrong.",
		access: "public",
		status: 302,
		errors: ["not_found"],
	},
	"DELETE /session": { summary: "Sign out" },
	"GET /sessions": {
		summary: "Where the account is signed in",
		answer: Type.Object({ data: Type.Array(Session) }),
	},
	"DELETE /sessions": {
		summary: "Sign out everywhere else",
	},
	"DELETE /sessions/{session_id}": {
		summary: "Sign out of one session",
		path: Type.Object({ session_id: Type.String() }),
	},
} as const satisfies FeatureRoutes);

/** Sign-up, password and second factor. */
export const accountRoutes = tagged("Account", "person", {
	"POST /sign-up": {
		summary: "Open an account and sign in, or send a link that does so by mail",
		description:
			"If mail is set up, a link is mailed, whoever opens it chooses the password, and the response is the same whether the address is free or taken. Otherwise a password is required, and a taken address returns 409 `email_taken`.",
		access: "public",
		status: 201,
		body: Type.Object({
			email: Email,
			password: Type.Optional(NewPassword),
		}),
		answer: Type.Object(
			{ account: orNull(Account), csrf_token: orNull(CsrfToken) },
			{ description: "Both are null if a link is mailed." },
		),
		errors: ["sign_up_closed", "email_taken", "password_too_weak", "sign_in_rate_limit"],
	},
	"POST /sign-up/confirm": {
		summary: "Open an account with a mailed link, and sign in",
		access: "public",
		status: 201,
		body: Type.Object({
			token: Type.String({ maxLength: 100, description: "The part after `#` in the mailed link." }),
			password: NewPassword,
		}),
		answer: SignedIn,
		errors: ["link_invalid", "sign_up_closed", "password_too_weak", "sign_in_rate_limit"],
	},
	"POST /password": {
		summary: "Change the password; signs out everywhere else",
		body: Type.Object({ current: GivenPassword, new: NewPassword }),
		errors: ["sign_in_failed", "password_too_weak", "sign_in_rate_limit"],
	},
	"POST /password-reset/mail": {
		summary: "Mail a one-time link for setting a new password",
		description: "The answer does not tell whether the address has an account.",
		access: "public",
		body: Type.Object({ email: Email }),
		errors: ["mail_off", "local_sign_in_off", "sign_up_closed", "sign_in_rate_limit"],
	},
	"POST /password-reset": {
		summary: "Set a password with a one-time link; signs out everywhere",
		access: "public",
		body: Type.Object({
			token: Type.String({ maxLength: 100, description: "The part after `#` in the link `/reset#TOKEN`." }),
			password: NewPassword,
		}),
		errors: ["link_invalid", "password_too_weak", "sign_in_rate_limit"],
	},
	"POST /totp": {
		summary: "Start setting up two-factor sign-in: a new secret, not in force until it is confirmed",
		body: Type.Object({ password: GivenPassword }),
		answer: Type.Object({
			secret: Type.String({ description: "Base32, for typing." }),
			uri: Type.String({ description: "`otpauth://totp/…`, for a QR code." }),
		}),
		errors: ["sign_in_failed", "totp_enabled", "sign_in_rate_limit"],
	},
	"POST /totp/confirm": {
		summary: "Turn two-factor sign-in on with a first code; signs out everywhere else",
		body: Type.Object({ code: Type.String({ maxLength: 40 }) }),
		answer: Type.Object({
			recovery_codes: Type.Array(Type.String(), { description: "Shown once; each works once." }),
		}),
		errors: ["sign_in_failed", "totp_enabled", "totp_not_started", "sign_in_rate_limit"],
	},
	"DELETE /totp": {
		summary: "Turn two-factor sign-in off",
		body: Type.Object({ password: GivenPassword }),
		errors: ["sign_in_failed", "sign_in_rate_limit"],
	},
} as const satisfies FeatureRoutes);
