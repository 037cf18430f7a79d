import type { PortalRoute } from "./portal-route.ts";
import * as sessions from "./sessions.ts";

/** Sign-in, sign-up, sign-out, and the sessions of an account. */
export const sessionRoutes = {
	"GET /session": {
		tag: "Session",
		summary: "Who is signed in, and what the pages need to know before anyone is",
		access: "public",
		answer: sessions.CurrentSession,
		errors: [],
	},
	"POST /session": {
		tag: "Session",
		summary: "Sign in",
		description: "401 `code_required` if the password is right and the account requires a code.",
		access: "public",
		body: sessions.SignIn,
		answer: sessions.SignedIn,
		errors: ["sign_in_failed", "code_required", "sign_in_rate_limit", "local_sign_in_off"],
	},
	"GET /session/sso": {
		tag: "Session",
		summary: "Sign in with the provider: redirects to it",
		access: "public",
		query: sessions.SsoStart,
		status: 302,
		errors: ["not_found"],
	},
	"GET /session/sso/callback": {
		tag: "Session",
		summary: "Where the provider redirects back to",
		description: "Redirects to the requested page, signed in, or to the sign-in page with what went wrong.",
		access: "public",
		status: 302,
		errors: ["not_found"],
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
		summary: "Sign out of one session",
		access: "account",
		path: sessions.SessionPath,
		errors: ["not_found"],
	},
} as const satisfies Record<string, PortalRoute>;
