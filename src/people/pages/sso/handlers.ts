import type { FastifyReply, FastifyRequest } from "fastify";
import { type Call, handlers } from "../../../pages/call.ts";
import { PORTAL_PATH } from "../../../pages/contract.ts";
import type { Base } from "../../../pages/cookie.ts";
import { commonErrors } from "../../../platform/http/http-error.ts";
import { secretToken, ulid } from "../../../platform/ids.ts";
import { seal, unseal } from "../../../platform/sealed.ts";
import type { Secrets } from "../../../platform/secrets.ts";
import { DAY_SECONDS } from "../../../platform/time/durations.ts";
import { requireEmail } from "../../accounts/email.ts";
import { draftSession } from "../../accounts/sign-in.ts";
import { type IdentityOutcome, signInByIdentity } from "../../sso/changes.ts";
import type { ProvenIdentity } from "../../sso/claims.ts";
import type { SignInAttempt, SingleSignOn } from "../../sso/provider.ts";
import { sessionRoutes } from "../accounts/contract.ts";
import type { SessionParts } from "../accounts/session-handlers.ts";

/** Any origin that nobody else has. */
const OWN_ORIGIN = "http://own.invalid";

export interface SsoParts extends SessionParts {
	readonly base: Base;
	/** `undefined` if no provider is configured. */
	readonly sso: SingleSignOn | undefined;
}

type SsoCall = Call<
	(typeof sessionRoutes)["GET /session/sso"] | (typeof sessionRoutes)["GET /session/sso/callback"]
>;

/** Why an attempt failed, as shown on the sign-in page. */
type Failed = Exclude<IdentityOutcome["kind"], "opened"> | "refused" | "not_begun" | "unavailable";

/** Redirects to the provider, and back. Errors are shown on the sign-in page, since the caller is a browser, not a program. */
export function ssoHandlers(parts: SsoParts) {
	const { sso, base, secrets } = parts;
	const attempts = createAttemptCookie(base, secrets);
	return handlers(sessionRoutes)({
		async "GET /session/sso"({ request, reply, query }) {
			if (!sso) throw commonErrors.not_found({ message: "There is no single sign-on here." });
			const redirectUri = `${base(request)}${PORTAL_PATH}/session/sso/callback`;
			try {
				const { url, attempt } = await sso.begin(redirectUri);
				attempts.set(request, reply, { ...attempt, returnTo: ownPath(query.return_to) });
				reply.redirect(url);
			} catch (fault) {
				request.log.warn({ err: fault, reqId: request.id }, "the provider of sign-ins does not answer");
				toSignIn(reply, "unavailable");
			}
		},
		async "GET /session/sso/callback"(call) {
			const { request, reply } = call;
			if (!sso) throw commonErrors.not_found({ message: "There is no single sign-on here." });
			const attempt = attempts.take(request, reply);
			if (!attempt) {
				toSignIn(reply, "not_begun");
				return;
			}
			const { search } = new URL(request.url, attempt.redirectUri);
			try {
				const identity = await sso.finish(new URL(attempt.redirectUri + search), attempt);
				const failed = await openSessionOf(parts, call, identity);
				if (failed) toSignIn(reply, failed);
				else reply.redirect(attempt.returnTo);
			} catch (fault) {
				request.log.warn({ err: fault, reqId: request.id }, "a sign-in by the provider was refused");
				toSignIn(reply, "refused");
			}
		},
	});
}

async function openSessionOf(
	parts: SsoParts,
	{ request, reply, actor, nowMs }: SsoCall,
	{ email, ...identity }: ProvenIdentity,
): Promise<Failed | undefined> {
	const { db, passwords, cookie, settings } = parts;
	const session = draftSession(parts, request);
	const outcome = await db.write(signInByIdentity, {
		identity,
		email: validEmail(email),
		accountId: `acct_${ulid(nowMs)}`,
		passwordHash: await passwords.hash(secretToken()),
		session: session.stored,
		actor,
	});
	if (outcome.kind !== "opened") return outcome.kind;
	cookie.set(request, reply, session.token, settings.sessionDays * DAY_SECONDS);
	return undefined;
}

function validEmail(email: string | undefined): string | undefined {
	try {
		return email === undefined ? undefined : requireEmail(email);
	} catch {
		return undefined;
	}
}

/** A path of these pages, parsed as a browser would: any other address would make the service an open redirect for phishing. */
function ownPath(path = "/"): string {
	if (!URL.canParse(path, OWN_ORIGIN)) return "/";
	const { origin, pathname, search, hash } = new URL(path, OWN_ORIGIN);
	return origin === OWN_ORIGIN && !pathname.startsWith("//") ? pathname + search + hash : "/";
}

function toSignIn(reply: SsoCall["reply"], failed: Failed): void {
	reply.redirect(`/sign-in?sso=${failed}`);
}

const NAME = "packshot_sign_in";
const CONTEXT = "sign-in attempt";
const PATH = `${PORTAL_PATH}/session/sso`;

/** Long enough to look for a phone. */
const LIFETIME_SECONDS = 600;

/** What a browser brings back from the provider. */
interface StoredAttempt extends SignInAttempt {
	readonly returnTo: string;
	readonly expiresAtMs: number;
}

/** The attempt is stored in the browser, encrypted: a browser lured to the callback without having started a sign-in has none. */
function createAttemptCookie(base: Base, { sealKeys }: Pick<Secrets, "sealKeys">) {
	return {
		set(request: FastifyRequest, reply: FastifyReply, attempt: SignInAttempt & { returnTo: string }): void {
			const expiresAtMs = request.arrivedAtMs + LIFETIME_SECONDS * 1000;
			reply.setCookie(NAME, seal(JSON.stringify({ ...attempt, expiresAtMs }), CONTEXT, sealKeys), {
				httpOnly: true,
				path: PATH,
				// The provider's page redirects back: a strict cookie would not be sent.
				sameSite: "lax",
				secure: base(request).startsWith("https://"),
				maxAge: LIFETIME_SECONDS,
			});
		},
		/** The attempt started by this browser; `undefined` if there is none any more. */
		take(request: FastifyRequest, reply: FastifyReply): StoredAttempt | undefined {
			const sealed = request.cookies[NAME];
			reply.clearCookie(NAME, { path: PATH });
			if (!sealed) return undefined;
			try {
				const attempt: StoredAttempt = JSON.parse(unseal(sealed, CONTEXT, sealKeys));
				return request.arrivedAtMs < attempt.expiresAtMs ? attempt : undefined;
			} catch {
				// Tampered with, or from another installation.
				return undefined;
			}
		},
	};
}
