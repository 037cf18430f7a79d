import { apiError } from "../../api/api-error.ts";
import { secondsUntil } from "../../platform/http/fixed-window.ts";
import type { HttpError } from "../../platform/http/http-error.ts";

export function lockedOut(failures: number, untilMs: number, nowMs: number): HttpError {
	const seconds = secondsUntil(untilMs, nowMs);
	return apiError("auth_rate_limit", {
		message: `After ${failures} failed sign-ins in a row this client_id is locked; wait ${seconds} seconds.`,
		retryAfterSeconds: seconds,
	});
}

export const unauthenticated = () => apiError("unauthenticated");
