import { secondsUntil } from "../../platform/http/fixed-window.ts";
import type { HttpError } from "../../platform/http/http-error.ts";
import { apiError } from "../api-error.ts";
import type { ErrorCode } from "../error-catalogue.ts";

/** 429 that names the limit and the wait (SPEC 7 rule 3). */
export function tooMany(code: ErrorCode, limit: string, untilMs: number, nowMs: number): HttpError {
	const seconds = secondsUntil(untilMs, nowMs);
	return apiError(code, {
		message: `The limit of ${limit} is exceeded; wait ${seconds} seconds.`,
		retryAfterSeconds: seconds,
	});
}
