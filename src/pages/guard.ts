import type { FastifyRequest } from "fastify";
import type { HttpError } from "../platform/http/http-error.ts";
import { type KeyPair, sameSecret, storedHashes } from "../platform/secrets.ts";
import type { Member } from "./call.ts";
import { membersFor, type PortalRoute, rolesFor } from "./contract.ts";
import type { Base, SessionCookie } from "./cookie.ts";
import { pageErrors } from "./errors.ts";
import { holdsOneOf } from "./roles.ts";

export interface GuardParts {
	readonly hashKeys: KeyPair;
	/** Finds whose session a token is; `undefined` if it has ended. */
	readonly findMember: (request: FastifyRequest, token: string) => Promise<Member | undefined>;
	readonly cookie: SessionCookie;
	readonly base: Base;
}

declare module "fastify" {
	interface FastifyRequest {
		/** The signed-in user. */
		person?: Member;
	}
}

/** What an account with a one-time password may do before changing it. */
const BEFORE_CHANGE: ReadonlySet<string> = new Set(["DELETE /session", "POST /password"]);

/**
 * The checks before every route of the portal: session (401), same origin and CSRF token (403), one-time password changed (403),
 * required role (403). The account and the membership are read for every request, so that changes of roles take effect at once.
 */
export function guard(parts: GuardParts, name: string, route: PortalRoute) {
	return async (request: FastifyRequest): Promise<void> => {
		const token = parts.cookie.read(request);
		const person = token ? await parts.findMember(request, token) : undefined;
		if (person) request.person = person;
		else delete request.person;
		if (route.access !== "public" && !person) throw pageErrors.not_signed_in();
		if (request.method !== "GET" && request.method !== "HEAD") {
			requireSameOrigin(request, parts.base);
			if (route.access !== "public") requireToken(request, parts.hashKeys, parts.cookie);
		}
		if (route.access === "public" || !person) return;
		if (person.account.password_expires_at !== null && !BEFORE_CHANGE.has(name)) {
			throw pageErrors.password_change_required();
		}
		requireRole(person, route);
	};
}

function requireRole({ account, role }: Member, route: PortalRoute): void {
	const roles = rolesFor(route);
	const members = membersFor(route);
	if (!roles && !members) return;
	if (roles && holdsOneOf(account, roles)) return;
	if (!members?.includes(role)) throw members ? pageErrors.member_role_missing() : pageErrors.role_missing();
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

const CSRF_HEADER = "x-packshot-csrf";

/**
 * Refuses a state-changing request that did not come from the portal's own pages: it must be JSON, carry a header that no form can send,
 * and be marked same-origin by the browser. The bytes of an upload have a type of their own, which is checked afterwards.
 * @throws HttpError 403 `csrf_rejected`
 */
function requireSameOrigin(request: FastifyRequest, base: Base): void {
	const { bodyMedia } = request.routeOptions.config;
	if (request.headers["content-type"] === undefined && bodyMedia === undefined) {
		throw rejected("A request that changes something is application/json.");
	}
	if (!request.headers[CSRF_HEADER]) throw rejected("The header X-Packshot-CSRF is missing.");
	const site = request.headers["sec-fetch-site"];
	const { origin } = request.headers;
	const isOwn = site === undefined ? isOwnOrigin(origin, base(request)) : site === "same-origin";
	if (!isOwn) throw rejected("This request comes from another site.");
}

function rejected(message: string): HttpError {
	return pageErrors.csrf_rejected({ message });
}

/** The scheme may differ: a proxy that terminates TLS need not announce it. */
function isOwnOrigin(origin: string | undefined, base: string): boolean {
	return origin !== undefined && URL.canParse(origin) && new URL(origin).host === new URL(base).host;
}
