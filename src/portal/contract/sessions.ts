import Type, { type Static } from "typebox";
import { Email, GivenPassword, NewPassword, ProposesAs, Roles, Time } from "./common.ts";

export const Account = Type.Object({
	account_id: Type.String(),
	email: Email,
	email_verified: Type.Boolean({ description: "A link that was mailed to the address was opened." }),
	is_administrator: Type.Boolean(),
	roles: Roles,
	proposes_as: ProposesAs,
	must_change_password: Type.Boolean({
		description: "Signed in with a one-time password: until it is changed everything else answers 403.",
	}),
	totp_enabled: Type.Boolean(),
	recovery_codes_left: Type.Integer(),
	created_at: Time,
	others_until: Type.Union([Time, Type.Null()], {
		description:
			"When somebody for whom a provider vouches joined this account, whose address nobody had verified; null: it was theirs alone from the start. Keys from before may be known to others.",
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
	description: "Goes into the header X-Packshot-CSRF of every request of this session that is not a GET.",
});

export const SignedIn = Type.Object({ account: Account, csrf_token: CsrfToken });

/** What the pages know before sign-in. */
export const CurrentSession = Type.Object({
	account: Type.Union([Account, Type.Null()]),
	csrf_token: Type.Union([CsrfToken, Type.Null()]),
	service: Type.Object({
		version: Type.String(),
		sign_up_open: Type.Boolean(),
		sign_up_by_mail: Type.Boolean({ description: "Signing up asks for an address alone and mails a link." }),
		single_sign_on: Type.Union([Type.Object({ name: Type.String() }), Type.Null()], {
			description: "The provider that people may sign in with at `/session/sso`.",
		}),
		local_sign_in: Type.Boolean({ description: "People may sign in with a password." }),
		webhooks: Type.Boolean({ description: "Keys may have a webhook." }),
		keys_per_account: Type.Integer({ description: "Active keys; of the signed-in account, or by default." }),
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
	{ description: "Both are null where a link is mailed." },
);
export const SignUpConfirmation = Type.Object({
	token: Type.String({ maxLength: 100, description: "What stands behind `#` in the link that was mailed." }),
	password: NewPassword,
});

export const PasswordChange = Type.Object({ current: GivenPassword, new: NewPassword });
export const PasswordReset = Type.Object({
	token: Type.String({ maxLength: 100, description: "What stands behind `#` in the link `/reset#TOKEN`." }),
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
