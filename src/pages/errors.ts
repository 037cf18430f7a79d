import { badRequest, defineErrors, type HttpError } from "../platform/http/http-error.ts";
import { plainTextProblem } from "../platform/plain-text.ts";
import { type PortalErrorCode, portalErrors } from "./contract.ts";

/** An error of the portal's API; can be thrown anywhere while a portal request is being handled. */
export const portalError = defineErrors(portalErrors);

/** @param outcome of a command: `done`, or the error with which it is refused. @throws HttpError for that error */
export function requireDone(outcome: "done" | PortalErrorCode): void {
	if (outcome !== "done") throw portalError(outcome);
}

/** @returns what was looked for; `true` where a command says whether it found what it was to change. @throws HttpError 404 */
export function requireFound<T>(found: T | undefined | false): T {
	if (found === undefined || found === false) throw portalError("not_found");
	return found;
}

export function noProduct(): HttpError {
	return portalError("not_found", { message: "There is no such product." });
}

export function noPicture(): HttpError {
	return portalError("not_found", { message: "There is no such picture." });
}

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

/** The same for a name: trimmed, and not empty. */
export function requireName(name: string, text: string): string {
	const trimmed = requirePlain(name, text.trim());
	if (trimmed === "") throw badRequest(`${name}: a name has 1 to 200 characters.`);
	return trimmed;
}

/** The same for a reason: trimmed, and not empty. */
export function requireReason(name: string, text: string): string {
	const trimmed = requirePlain(name, text.trim(), { multiline: true });
	if (trimmed === "") throw badRequest(`${name}: a reason is needed.`);
	return trimmed;
}
