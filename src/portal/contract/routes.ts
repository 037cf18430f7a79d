import type { AnswerOf, BodyOf, PathOf, QueryOf, Route } from "../../platform/http/route.ts";
import * as administration from "./administration.ts";
import * as calls from "./calls.ts";
import { ClientPath } from "./common.ts";
import type { PortalErrorCode } from "./errors.ts";
import * as keys from "./keys.ts";
import * as ledger from "./ledger.ts";
import * as overview from "./overview.ts";
import * as quote from "./quote.ts";
import * as sessions from "./sessions.ts";
import { thumbnailRoutes } from "./thumbnails.ts";
import * as topUps from "./top-ups.ts";
import * as usage from "./usage.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** Everything below this path is the portal's API. */
export const PORTAL_PATH = "/portal/api";

/**
 * An endpoint of the portal: `public` needs no session, `account` one, `administrator` one of an administrator. Whatever a path names that
 * is not the caller's is 404.
 */
export type PortalRoute = Route<"public" | "account" | "administrator", PortalErrorCode>;

const sessionRoutes = {
	"GET /session": {
		tag: "Session",
		summary: "Who is signed in, and what the pages need to know before anybody is",
		access: "public",
		answer: sessions.CurrentSession,
		errors: [],
	},
	"POST /session": {
		tag: "Session",
		summary: "Sign in",
		description: "401 `code_required` when the password is right and the account asks for a code.",
		access: "public",
		body: sessions.SignIn,
		answer: sessions.SignedIn,
		errors: ["sign_in_failed", "code_required", "sign_in_rate_limit"],
	},
	"DELETE /session": { tag: "Session", summary: "Sign out", access: "account", errors: [] },
	"GET /sessions": {
		tag: "Session",
		summary: "Where the account is signed in",
		access: "account",
		answer: sessions.SessionList,
		errors: [],
	},
	"DELETE /sessions": {
		tag: "Session",
		summary: "Sign out everywhere else",
		access: "account",
		errors: [],
	},
	"DELETE /sessions/{session_id}": {
		tag: "Session",
		summary: "Sign out in one place",
		access: "account",
		path: sessions.SessionPath,
		errors: ["not_found"],
	},
} as const satisfies Record<string, PortalRoute>;

const accountRoutes = {
	"POST /sign-up": {
		tag: "Account",
		summary: "Open an account and sign in, or have a link mailed that does",
		description:
			"Where mail is set up a link is mailed, whoever opens it chooses the password, and the answer is the same whether the address is free or taken. Elsewhere a password is required, and 409 `email_taken` tells.",
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
		summary: "Begin two-factor sign-in: a new secret, not in force before it is confirmed",
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

const keyRoutes = {
	"GET /overview": {
		tag: "Keys",
		summary: "What all keys of the account came to in 30 days",
		access: "account",
		answer: overview.Overview,
		errors: [],
	},
	"GET /keys": {
		tag: "Keys",
		summary: "The keys of the account",
		access: "account",
		answer: keys.KeyList,
		errors: [],
	},
	"POST /keys": {
		tag: "Keys",
		summary: "Create a key; its balance is 0 until a top-up is approved",
		access: "account",
		status: 201,
		body: keys.NewKey,
		answer: keys.KeyWithSecret,
		errors: ["key_limit_reached"],
	},
	"GET /keys/{client_id}": {
		tag: "Keys",
		summary: "One key",
		access: "account",
		path: ClientPath,
		answer: keys.Key,
		errors: ["not_found"],
	},
	"PATCH /keys/{client_id}": {
		tag: "Keys",
		summary: "Rename a key, set its low-balance mark or its daily cap",
		access: "account",
		path: ClientPath,
		body: keys.KeyChange,
		answer: keys.Key,
		errors: ["not_found"],
	},
	"POST /keys/{client_id}/rotate": {
		tag: "Keys",
		summary: "Give the key a new secret; the old one and its tokens are dead",
		access: "account",
		path: ClientPath,
		answer: keys.KeyWithSecret,
		errors: ["not_found", "key_not_active"],
	},
	"POST /keys/{client_id}/revoke": {
		tag: "Keys",
		summary: "Disable the key for good",
		access: "account",
		path: ClientPath,
		answer: keys.Key,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/ledger": {
		tag: "Keys",
		summary: "Everything that changed the balance",
		access: "account",
		path: ClientPath,
		query: ledger.LedgerQuery,
		answer: ledger.LedgerAnswer,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/ledger.csv": {
		tag: "Keys",
		summary: "The same as a table for spreadsheets, newest first",
		access: "account",
		path: ClientPath,
		query: ledger.LedgerFilter,
		media: ["text/csv"],
		answerText: "The table.",
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/calls": {
		tag: "Keys",
		summary: "What the key called, newest first",
		access: "account",
		path: ClientPath,
		query: calls.CallQuery,
		answer: calls.CallList,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/refusals": {
		tag: "Keys",
		summary: "How many calls were refused, by cause",
		access: "account",
		path: ClientPath,
		query: calls.RefusalQuery,
		answer: calls.RefusalList,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/usage": {
		tag: "Keys",
		summary: "Requests and credits over time",
		access: "account",
		path: ClientPath,
		query: usage.KeyUsageQuery,
		answer: usage.KeyUsage,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/quote": {
		tag: "Keys",
		summary: "What a call would cost",
		access: "account",
		path: ClientPath,
		query: quote.QuoteQuery,
		answer: quote.Quote,
		errors: ["invalid_barcode", "not_found"],
	},
	"POST /keys/{client_id}/token": {
		tag: "Keys",
		summary: "A short-lived access token of the key, to try calls with",
		access: "account",
		path: ClientPath,
		answer: keys.TryToken,
		errors: ["not_found", "key_not_active"],
	},
} as const satisfies Record<string, PortalRoute>;

const topUpRoutes = {
	"GET /keys/{client_id}/top-ups": {
		tag: "Top-ups",
		summary: "The top-ups asked for",
		access: "account",
		path: ClientPath,
		answer: topUps.TopUpList,
		errors: ["not_found"],
	},
	"POST /keys/{client_id}/top-ups": {
		tag: "Top-ups",
		summary: "Ask for credits",
		access: "account",
		status: 201,
		path: ClientPath,
		body: topUps.NewTopUp,
		answer: topUps.TopUp,
		errors: ["not_found", "key_not_active", "top_up_limit_reached"],
	},
	"DELETE /keys/{client_id}/top-ups/{top_up_id}": {
		tag: "Top-ups",
		summary: "Withdraw a top-up that waits",
		access: "account",
		path: topUps.KeyTopUpPath,
		answer: topUps.TopUp,
		errors: ["not_found", "top_up_decided"],
	},
	"GET /admin/top-ups": {
		tag: "Administration",
		summary: "Top-ups of all accounts",
		access: "administrator",
		query: administration.AdminTopUpQuery,
		answer: administration.AdminTopUpList,
		errors: [],
	},
	"POST /admin/top-ups/{top_up_id}/approve": {
		tag: "Administration",
		summary: "Approve a top-up: the credits are there at once",
		access: "administrator",
		path: topUps.TopUpPath,
		body: topUps.TopUpApproval,
		answer: topUps.AdminTopUp,
		errors: ["not_found", "top_up_decided", "key_not_active", "balance_too_large"],
	},
	"POST /admin/top-ups/{top_up_id}/reject": {
		tag: "Administration",
		summary: "Reject a top-up, with a reason",
		access: "administrator",
		path: topUps.TopUpPath,
		body: topUps.TopUpRejection,
		answer: topUps.AdminTopUp,
		errors: ["not_found", "top_up_decided"],
	},
} as const satisfies Record<string, PortalRoute>;

const administrationRoutes = {
	"GET /admin/accounts": {
		tag: "Administration",
		summary: "All accounts",
		access: "administrator",
		query: administration.AdminAccountQuery,
		answer: administration.AdminAccountList,
		errors: [],
	},
	"PATCH /admin/accounts/{account_id}": {
		tag: "Administration",
		summary: "How many active keys an account may have",
		access: "administrator",
		path: administration.AccountPath,
		body: administration.AccountChange,
		answer: administration.AdminAccount,
		errors: ["not_found"],
	},
	"POST /admin/accounts/{account_id}/password-reset": {
		tag: "Administration",
		summary: "A one-time link to set a new password",
		access: "administrator",
		status: 201,
		path: administration.AccountPath,
		answer: administration.ResetLink,
		errors: ["not_found"],
	},
	"POST /admin/accounts/{account_id}/disable": {
		tag: "Administration",
		summary: "Shut an account out and sign it out everywhere; its keys go on working",
		access: "administrator",
		path: administration.AccountPath,
		answer: administration.AdminAccount,
		errors: ["not_found", "own_account"],
	},
	"POST /admin/accounts/{account_id}/enable": {
		tag: "Administration",
		summary: "Let an account in again",
		access: "administrator",
		path: administration.AccountPath,
		answer: administration.AdminAccount,
		errors: ["not_found"],
	},
	"DELETE /admin/accounts/{account_id}/totp": {
		tag: "Administration",
		summary: "Turn off the two-factor sign-in of someone who lost the authenticator",
		access: "administrator",
		path: administration.AccountPath,
		answer: administration.AdminAccount,
		errors: ["not_found", "own_account"],
	},
	"GET /admin/settings": {
		tag: "Administration",
		summary: "Settings of the portal",
		access: "administrator",
		answer: administration.PortalSettings,
		errors: [],
	},
	"PATCH /admin/settings": {
		tag: "Administration",
		summary: "Change settings of the portal",
		access: "administrator",
		body: administration.PortalSettingsChange,
		answer: administration.PortalSettings,
		errors: [],
	},
	"GET /admin/events": {
		tag: "Administration",
		summary: "Who did what",
		access: "administrator",
		query: administration.EventQuery,
		answer: administration.EventList,
		errors: [],
	},
} as const satisfies Record<string, PortalRoute>;

/** Every endpoint of the portal, by method and path. The server registers from it, the pages derive their calls from its type. */
export const routes = {
	...sessionRoutes,
	...accountRoutes,
	...keyRoutes,
	...webhookRoutes,
	...thumbnailRoutes,
	...topUpRoutes,
	...administrationRoutes,
};

export type Routes = typeof routes;
/** `GET /keys`, `POST /keys/{client_id}/rotate`, … */
export type RouteName = keyof Routes;
export type RoutePath<N extends RouteName> = PathOf<Routes[N]>;
export type RouteQuery<N extends RouteName> = QueryOf<Routes[N]>;
export type RouteBody<N extends RouteName> = BodyOf<Routes[N]>;
export type RouteAnswer<N extends RouteName> = AnswerOf<Routes[N]>;
