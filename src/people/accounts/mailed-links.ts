import type { FastifyRequest } from "fastify";
import type { Base } from "../../pages/cookie.ts";
import { commonErrors } from "../../platform/http/http-error.ts";
import { peopleErrors } from "../errors.ts";
import type { AdmittedAttempt } from "./attempt-limits.ts";

/** Suggested delay when the mail server did not accept a mail. */
const RETRY_SECONDS = 60;
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Base URL of links that are mailed to a user-entered address; `undefined` if none may be. */
export type MailedBase = (request: FastifyRequest) => string | undefined;

/**
 * Whoever enters the address also controls the `Host` header, and could make the link in somebody else's mailbox point to a server of their own: unless
 * the base is configured, only names of this machine are accepted.
 */
export function mailedBase(base: Base, isSet: () => boolean): MailedBase {
	return (request) => {
		const found = base(request);
		return isSet() || THIS_MACHINE.test(new URL(found).hostname) ? found : undefined;
	};
}

/** @throws HttpError 403 */
export function requireMailedBase(
	parts: { readonly mailedBase: MailedBase },
	request: FastifyRequest,
): string {
	const base = parts.mailedBase(request);
	if (base !== undefined) return base;
	throw peopleErrors.sign_up_closed({
		message: "Links in mail need PACKSHOT_PUBLIC_URL to be set on the server.",
	});
}

/** @param sent whether the mail server accepted a mail. @throws HttpError 503, after which the attempt does not count */
export async function requireSent(sent: Promise<boolean>, attempt: AdmittedAttempt): Promise<void> {
	if (await sent) return;
	await attempt.uncount();
	throw commonErrors.service_unavailable({
		message: "The mail could not be sent.",
		retryAfterSeconds: RETRY_SECONDS,
	});
}
