import { badRequest, defineErrors, type HttpError } from "../platform/http/http-error.ts";
import { plainTextProblem } from "../platform/plain-text.ts";
import { portalErrors } from "./http/contract.ts";

/** An error of the portal's API; can be thrown anywhere while a portal request is being handled. */
export const portalError = defineErrors(portalErrors);

/** A 429 that says how long to wait. */
export function tooManyAttempts(
	code: "rate_limited" | "sign_in_rate_limit" | "picture_limit_reached",
	waitSeconds: number,
): HttpError {
	return portalError(code, {
		message: `${portalErrors[code].message.replace(/\.$/, "")}: wait ${waitText(waitSeconds)}.`,
		retryAfterSeconds: waitSeconds,
	});
}

function waitText(seconds: number): string {
	if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
	return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}

/** A name or note entered by a user. @throws HttpError 400 when it contains invisible or misleading characters. */
export function requirePlain(name: string, text: string, options?: { readonly multiline?: boolean }): string {
	const problem = plainTextProblem(text, options);
	if (problem !== undefined) throw badRequest(`${name}: ${problem}.`);
	return text;
}
