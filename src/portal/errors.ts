import { badRequest, defineErrors, type HttpError } from "../platform/http/http-error.ts";
import { plainTextProblem } from "../platform/plain-text.ts";
import { portalErrors } from "./contract/errors.ts";

/** An error of the portal's API, to be thrown anywhere while a request of the portal is handled. */
export const portalError = defineErrors(portalErrors);

/** 429 that names the wait. */
export function tooManyAttempts(code: "rate_limited" | "sign_in_rate_limit", waitSeconds: number): HttpError {
	return portalError(code, {
		message: `${portalErrors[code].message.replace(/\.$/, "")}: wait ${waitText(waitSeconds)}.`,
		retryAfterSeconds: waitSeconds,
	});
}

function waitText(seconds: number): string {
	return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** A name or note typed by a person. @throws HttpError 400 when it contains invisible or misleading characters. */
export function requirePlain(name: string, text: string, options?: { readonly multiline?: boolean }): string {
	const problem = plainTextProblem(text, options);
	if (problem !== undefined) throw badRequest(`${name}: ${problem}.`);
	return text;
}
