import { ERROR_CODES, type ErrorBody, type ErrorCode } from "./api-types.ts";
import { PackshotError } from "./errors.ts";
import type { ResponseInfo } from "./response-info.ts";

/** The meaning of a status without an error body: for responses to HEAD, and those of intermediate proxies. */
const MEANINGS: Readonly<Record<number, readonly [code: ErrorCode, message: string]>> = {
	400: ["bad_request", "the request is malformed"],
	401: ["unauthenticated", "a valid access token is required"],
	402: ["insufficient_credits", "the balance is too low for this charge"],
	403: ["internal_error", "this client may not do this"],
	404: ["not_found", "not found"],
	408: ["bad_request", "the request took too long to arrive"],
	409: ["idempotency_key_mismatch", "the idempotency key was used with another body"],
	413: ["bad_request", "the request is too large"],
	429: ["rate_limited", "too many requests"],
	500: ["internal_error", "something went wrong in the service"],
	502: ["upstream_error", "something behind the service did not answer"],
	503: ["service_unavailable", "the service cannot answer right now"],
	504: ["gateway_timeout", "the service took too long"],
};
const NO_MEANING = ["internal_error", "this is no answer that the service gives"] as const;

/** Errors that may be retried: SPEC 7 rule 2, and 408, after which the service has not acted on the request (RFC 9110, 15.5.9). */
export const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Creates the error for an unexpected response. */
export function errorFromAnswer(answer: {
	readonly body: unknown;
	readonly headers: Headers;
	readonly info: ResponseInfo;
	readonly nowMs: number;
	readonly mayHaveBeenCharged: boolean;
}): PackshotError {
	const { info } = answer;
	const body = isErrorBody(answer.body) ? answer.body : undefined;
	const rawCode = body?.error;
	const [code, meaning] = MEANINGS[info.status] ?? NO_MEANING;
	return new PackshotError({
		code: rawCode === undefined ? code : known(rawCode),
		rawCode,
		message: `${info.request}: ${body?.message ?? `${meaning} (status ${info.status}, without an error body)`}`,
		body,
		response: info,
		retryAfterSeconds: retryAfterSeconds(answer.headers, answer.nowMs),
		mayHaveBeenCharged: answer.mayHaveBeenCharged,
	});
}

function isErrorBody(body: unknown): body is ErrorBody {
	return typeof (body as Partial<ErrorBody> | null | undefined)?.error === "string";
}

/** SPEC 7: an unlisted code is to be treated as `internal_error`. */
function known(code: string): ErrorCode {
	return ERROR_CODES.find((one) => one === code) ?? "internal_error";
}

/** `Retry-After` is in seconds; proxies may send a date. */
function retryAfterSeconds(headers: Headers, nowMs: number): number | undefined {
	const text = headers.get("retry-after")?.trim();
	if (!text) return undefined;
	const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - nowMs) / 1000);
	return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
