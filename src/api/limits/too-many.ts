import { secondsUntil } from "../../platform/http/fixed-window.ts";
import type { ErrorCatalogue, HttpError } from "../../platform/http/http-error.ts";

/** 429 that names the limit and the wait (SPEC 7 rule 3). */
export function tooMany(
	kind: ErrorCatalogue[string],
	limit: string,
	untilMs: number,
	nowMs: number,
): HttpError {
	const seconds = secondsUntil(untilMs, nowMs);
	return kind({
		message: `The limit of ${limit} is exceeded; wait ${seconds} seconds.`,
		retryAfterSeconds: seconds,
	});
}
