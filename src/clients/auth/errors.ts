import { apiError } from "../../api/api-error.ts";
import type { ErrorCode } from "../../api/error-catalogue.ts";
import { secondsUntil } from "../../platform/http/fixed-window.ts";
import type { HttpError } from "../../platform/http/http-error.ts";

/** 429 of an authentication endpoint: names the limit and the wait (SPEC 7 rule 3). */
export function tooMany(code: ErrorCode, limit: string, untilMs: number, nowMs: number): HttpError {
	const seconds = secondsUntil(untilMs, nowMs);
	return apiError(code, {
		message: `The limit of ${limit} is exceeded; wait ${seconds} seconds.`,
		retryAfterSeconds: seconds,
	});
}

export function lockedOut(failures: number, untilMs: number, nowMs: number): HttpError {
	const seconds = secondsUntil(untilMs, nowMs);
	return apiError("auth_rate_limit", {
		message: `After ${failures} failed sign-ins in a row this client_id is locked; wait ${seconds} seconds.`,
		retryAfterSeconds: seconds,
	});
}

export const unauthenticated = () => apiError("unauthenticated");
