import type { FastifyRequest } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import { type KeyPair, sameSecret, storedHashes } from "../../platform/secrets.ts";
import type { SettingsOf } from "../../platform/settings.ts";
import { MINUTE_MS } from "../../platform/time/durations.ts";
import { findSession, touchSession } from "../accounts/sessions.ts";
import type { RouteName } from "../contract.ts";
import { portalError } from "../errors.ts";
import { rolesOf } from "../roles.ts";
import type { portalSettings } from "../settings.ts";
import type { Person } from "./call.ts";
import { type PortalRoute, rolesFor } from "./contract.ts";
import type { Base, SessionCookie } from "./cookie.ts";
import { CSRF_HEADER, rejected, requireSameOrigin } from "./same-origin.ts";

export interface GuardParts {
	readonly db: Database;
	readonly hashKeys: KeyPair;
	readonly settings: SettingsOf<typeof portalSettings>;
	readonly cookie: SessionCookie;
	readonly base: Base;
}

declare module "fastify" {
	interface FastifyRequest {
		/** The signed-in user. */
		person?: Person;
	}
}

/** What an account with a one-time password may do before changing it. */
const BEFORE_CHANGE: ReadonlySet<string> = new Set<RouteName>(["DELETE /session", "POST /password"]);

/**
 * The checks before every route of the portal: session (401), same origin and CSRF token (403), one-time password changed (403),
 * required role (403). The account is read for every request, so that role changes take effect at once.
 */
export function guard(parts: GuardParts, name: string, route: PortalRoute) {
	return async (request: FastifyRequest): Promise<void> => {
		const person = await signedIn(parts, request);
		if (person) request.person = person;
		if (route.access !== "public" && !person) throw portalError("not_signed_in");
		if (request.method !== "GET" && request.method !== "HEAD") {
			requireSameOrigin(request, parts.base);
			if (route.access !== "public") requireToken(request, parts.hashKeys, parts.cookie);
		}
		if (route.access === "public" || !person) return;
		if (person.account.password_expires_at !== null && !BEFORE_CHANGE.has(name)) {
			throw portalError("password_change_required");
		}
		if (!mayCall(person, route)) throw portalError("role_missing");
	};
}

function mayCall({ account }: Person, route: PortalRoute): boolean {
	const roles = rolesFor(route);
	return roles === undefined || rolesOf(account).some((role) => roles.includes(role));
}

/** The account of the cookie's session, unless the session has ended. */
async function signedIn(parts: GuardParts, request: FastifyRequest): Promise<Person | undefined> {
	const token = parts.cookie.read(request);
	if (!token) return undefined;
	const found = await findSession(parts.db.read, storedHashes(token, parts.hashKeys));
	if (!found || found.account.disabled_at !== null) return undefined;
	const { session } = found;
	const nowMs = request.arrivedAtMs;
	const idleMs = parts.settings.sessionIdleMinutes * MINUTE_MS;
	if (nowMs >= session.expires_at || nowMs >= session.last_seen_at + idleMs) return undefined;
	if (nowMs >= session.last_seen_at + MINUTE_MS) touch(parts.db, request, session.session_hash);
	return { ...found, csrfToken: csrfToken(token, parts.hashKeys)[0] };
}

/** Not awaited: a missed update of the last-used time costs nothing. */
function touch(db: Database, request: FastifyRequest, sessionHash: string): void {
	const seen = { sessionHash, address: request.clientAddress, nowMs: request.arrivedAtMs };
	db.write(touchSession, seen).catch((fault) =>
		request.log.warn({ err: fault, reqId: request.id }, "the use of a session could not be recorded"),
	);
}

/** Bound to the session, and readable only by the portal's own pages. */
export function csrfToken(sessionToken: string, hashKeys: KeyPair): readonly [string, string] {
	return storedHashes(`csrf ${sessionToken}`, hashKeys);
}

function requireToken(request: FastifyRequest, hashKeys: KeyPair, cookie: SessionCookie): void {
	const given = String(request.headers[CSRF_HEADER]);
	const expected = csrfToken(cookie.read(request) ?? "", hashKeys);
	if (!expected.some((token) => sameSecret(token, given))) {
		throw rejected(
			"This browser has signed in again since the page was loaded: its CSRF token is that of another session. Try again.",
		);
	}
}
