import { secondsUntil } from "../../platform/http/fixed-window.ts";
import type { HttpError } from "../../platform/http/http-error.ts";
import { clientErrors } from "../errors.ts";

export function lockedOut(failures: number, untilMs: number, nowMs: number): HttpError {
	const seconds = secondsUntil(untilMs, nowMs);
	return clientErrors.auth_rate_limit({
		message: `After ${failures} failed sign-ins in a row this client_id is locked; wait ${seconds} seconds.`,
		retryAfterSeconds: seconds,
	});
}
