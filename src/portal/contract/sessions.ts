import Type, { type Static } from "typebox";
import { Email, GivenPassword, NewPassword, ProposesAs, Roles, Time } from "./common.ts";

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
	others_until: Type.Union([Time, Type.Null()], {
		description:
			"When a person signed in through the provider joined this account, whose address had not been verified; null if it was theirs from the start. Earlier keys may be known to others.",
	}),
});
export type Account = Static<typeof Account>;

export const SsoStart = Type.Object({
	return_to: Type.Optional(
		Type.String({ maxLength: 2000, description: "Path of the page to show afterwards." }),
	),
});

export const SignIn = Type.Object({
	email: Email,
	password: GivenPassword,
	code: Type.Optional(
		Type.String({ maxLength: 40, description: "Code of the authenticator, or a recovery code." }),
	),
});

const CsrfToken = Type.String({
	description:
		"Must be sent in the header X-Packshot-CSRF with every request of this session that is not a GET.",
});

export const SignedIn = Type.Object({ account: Account, csrf_token: CsrfToken });

/** What the pages know before sign-in. */
export const CurrentSession = Type.Object({
	account: Type.Union([Account, Type.Null()]),
	csrf_token: Type.Union([CsrfToken, Type.Null()]),
	service: Type.Object({
		version: Type.String(),
		sign_up_open: Type.Boolean(),
		sign_up_by_mail: Type.Boolean({
			description: "Whether signing up asks only for an address and mails a link.",
		}),
		single_sign_on: Type.Union([Type.Object({ name: Type.String() }), Type.Null()], {
			description: "The provider to sign in with at `/session/sso`.",
		}),
		local_sign_in: Type.Boolean({ description: "Whether users may sign in with a password." }),
		webhooks: Type.Boolean({ description: "Whether keys may have a webhook." }),
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
export const SessionList = Type.Object({ data: Type.Array(Session) });
export const SessionPath = Type.Object({ session_id: Type.String() });

export const SignUp = Type.Object({
	email: Email,
	password: Type.Optional(NewPassword),
});
export const SignedUp = Type.Object(
	{ account: Type.Union([Account, Type.Null()]), csrf_token: Type.Union([CsrfToken, Type.Null()]) },
	{ description: "Both are null if a link is mailed." },
);
export const SignUpConfirmation = Type.Object({
	token: Type.String({ maxLength: 100, description: "The part after `#` in the mailed link." }),
	password: NewPassword,
});

export const PasswordChange = Type.Object({ current: GivenPassword, new: NewPassword });
export const PasswordReset = Type.Object({
	token: Type.String({ maxLength: 100, description: "The part after `#` in the link `/reset#TOKEN`." }),
	password: NewPassword,
});

export const TotpStart = Type.Object({ password: GivenPassword });
export const TotpSecret = Type.Object({
	secret: Type.String({ description: "Base32, for typing." }),
	uri: Type.String({ description: "`otpauth://totp/…`, for a QR code." }),
});
export const TotpConfirmation = Type.Object({ code: Type.String({ maxLength: 40 }) });
export const RecoveryCodes = Type.Object({
	recovery_codes: Type.Array(Type.String(), { description: "Shown once; each works once." }),
});
export const TotpRemoval = Type.Object({ password: GivenPassword });
