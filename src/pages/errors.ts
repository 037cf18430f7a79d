import {
	badRequest,
	commonErrors,
	defineErrors,
	type ErrorCatalogue,
	type HttpError,
	kind,
} from "../platform/http/http-error.ts";
import { plainTextProblem } from "../platform/plain-text.ts";

export const pageErrors = defineErrors({
	not_signed_in: kind(401, "Sign in first."),
	csrf_rejected: kind(403, "This request did not come from the service's own pages."),
	password_change_required: kind(403, "Choose a password of your own first."),
	role_missing: kind(403, "Your account does not have a role that allows this."),
	member_role_missing: kind(403, "Your role in this account does not allow this. Ask one of its owners."),
	sent_before: kind(
		409,
		"This was already sent with different details, and may have been done. Check first: if you send it again, it is done as well.",
	),
	other_name: kind(409, "The name does not match."),
});

/** @param outcome of a command: `done`, or the error, `not_found` or one of `errors`, with which it is refused. @throws HttpError for that error */
export function requireDone<Code extends string>(
	errors: ErrorCatalogue<Code>,
	outcome: "done" | "not_found" | NoInfer<Code>,
): void {
	if (outcome === "not_found") throw commonErrors.not_found();
	if (outcome !== "done") throw errors[outcome]();
}

/** @returns what was looked for; `true` where a command says whether it found what it was to change. @throws HttpError 404 */
export function requireFound<T>(found: T | undefined | false): T {
	if (found === undefined || found === false) throw commonErrors.not_found();
	return found;
}

export function noProduct(): HttpError {
	return commonErrors.not_found({ message: "There is no such product." });
}

export function noPicture(): HttpError {
	return commonErrors.not_found({ message: "There is no such picture." });
}

/** A 429 that says how long to wait. */
export function tooManyAttempts(limit: ErrorCatalogue[string], waitSeconds: number): HttpError {
	return limit({
		message: `${limit.message.replace(/\.$/, "")}: wait ${waitText(waitSeconds)}.`,
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
