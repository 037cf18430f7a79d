import { ERROR_CODES, type ErrorBody, type ErrorCode } from "./api-types.ts";
import { PackshotError } from "./errors.ts";
import type { ResponseInfo } from "./response-info.ts";

/** What a status means where no body says it: answers to HEAD, and those of proxies in between. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
	400: "bad_request",
	401: "unauthenticated",
	402: "insufficient_credits",
	404: "not_found",
	409: "idempotency_key_mismatch",
	413: "bad_request",
	429: "rate_limited",
	502: "upstream_error",
	503: "service_unavailable",
	504: "gateway_timeout",
};

/** Answers that are worth asking for again: SPEC 7 rule 2. */
export const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Makes the error of an answer that is not what was asked for. */
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
	return new PackshotError({
		code: rawCode === undefined ? (CODE_OF_STATUS[info.status] ?? "internal_error") : known(rawCode),
		rawCode,
		message: `${info.request}: ${body?.message ?? `the answer has status ${info.status} and no error body`}`,
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
