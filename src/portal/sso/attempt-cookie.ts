import type { FastifyReply, FastifyRequest } from "fastify";
import { seal, unseal } from "../../platform/sealed.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { PORTAL_PATH } from "../contract.ts";
import type { Base } from "../http/cookie.ts";
import type { SignInAttempt } from "./provider.ts";

const NAME = "packshot_sign_in";
const CONTEXT = "sign-in attempt";
const PATH = `${PORTAL_PATH}/session/sso`;
/** Long enough to look for a phone. */
const LIFETIME_SECONDS = 600;

/** What a browser brings back from the provider. */
export interface StoredAttempt extends SignInAttempt {
	readonly returnTo: string;
	readonly expiresAtMs: number;
}

/** The attempt is stored in the browser, encrypted: a browser lured to the callback without having started a sign-in has none. */
export function createAttemptCookie(base: Base, { sealKeys }: Pick<Secrets, "sealKeys">) {
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
