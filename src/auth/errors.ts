import { ApiError } from "../platform/http/api-error.ts";
import type { ErrorCode } from "../platform/http/error-catalogue.ts";
import { secondsUntil } from "../platform/http/fixed-window.ts";

/** 429 of an authentication endpoint: names the limit and the wait (SPEC 7 rule 3). */
export function tooMany(code: ErrorCode, limit: string, untilMs: number, nowMs: number): ApiError {
	const seconds = secondsUntil(untilMs, nowMs);
	return new ApiError(code, {
		message: `The limit of ${limit} is exceeded; wait ${seconds} seconds.`,
		retryAfterSeconds: seconds,
	});
}

export function lockedOut(failures: number, untilMs: number, nowMs: number): ApiError {
	const seconds = secondsUntil(untilMs, nowMs);
	return new ApiError("auth_rate_limit", {
		message: `After ${failures} failed sign-ins in a row this client_id is locked; wait ${seconds} seconds.`,
		retryAfterSeconds: seconds,
	});
}

/** The bearer challenge goes into the message; the scheme is the only one there is (SPEC 5 rule 3). */
export const unauthenticated = () => new ApiError("unauthenticated");
