import type { PortalRoute } from "./portal-route.ts";
import * as sessions from "./sessions.ts";

/** Sign-up, password and second factor. */
export const accountRoutes = {
	"POST /sign-up": {
		tag: "Account",
		summary: "Open an account and sign in, or send a link that does so by mail",
		description:
			"If mail is set up, a link is mailed, whoever opens it chooses the password, and the response is the same whether the address is free or taken. Otherwise a password is required, and a taken address returns 409 `email_taken`.",
		access: "public",
		status: 201,
		body: sessions.SignUp,
		answer: sessions.SignedUp,
		errors: ["sign_up_closed", "email_taken", "password_too_weak", "sign_in_rate_limit"],
	},
	"POST /sign-up/confirm": {
		tag: "Account",
		summary: "Open an account with a mailed link, and sign in",
		access: "public",
		status: 201,
		body: sessions.SignUpConfirmation,
		answer: sessions.SignedIn,
		errors: ["link_invalid", "sign_up_closed", "password_too_weak", "sign_in_rate_limit"],
	},
	"POST /password": {
		tag: "Account",
		summary: "Change the password; signs out everywhere else",
		access: "account",
		body: sessions.PasswordChange,
		errors: ["sign_in_failed", "password_too_weak", "sign_in_rate_limit"],
	},
	"POST /password-reset": {
		tag: "Account",
		summary: "Set a password with a one-time link; signs out everywhere",
		access: "public",
		body: sessions.PasswordReset,
		errors: ["link_invalid", "password_too_weak", "sign_in_rate_limit"],
	},
	"POST /totp": {
		tag: "Account",
		summary: "Start setting up two-factor sign-in: a new secret, not in force until it is confirmed",
		access: "account",
		body: sessions.TotpStart,
		answer: sessions.TotpSecret,
		errors: ["sign_in_failed", "totp_enabled", "sign_in_rate_limit"],
	},
	"POST /totp/confirm": {
		tag: "Account",
		summary: "Turn two-factor sign-in on with a first code; signs out everywhere else",
		access: "account",
		body: sessions.TotpConfirmation,
		answer: sessions.RecoveryCodes,
		errors: ["sign_in_failed", "totp_enabled", "totp_not_started", "sign_in_rate_limit"],
	},
	"DELETE /totp": {
		tag: "Account",
		summary: "Turn two-factor sign-in off",
		access: "account",
		body: sessions.TotpRemoval,
		errors: ["sign_in_failed", "sign_in_rate_limit"],
	},
} as const satisfies Record<string, PortalRoute>;
