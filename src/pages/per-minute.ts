import { createFixedWindow, secondsUntil } from "../platform/http/fixed-window.ts";
import { commonErrors } from "../platform/http/http-error.ts";
import { MINUTE_MS } from "../platform/time/durations.ts";
import { tooManyAttempts } from "./errors.ts";

/** Limits how often an account may ask for something. What it returns throws HttpError 429 beyond that. */
export function perMinute(most: number): (accountId: string, nowMs: number) => void {
	const minute = createFixedWindow(MINUTE_MS);
	return (accountId, nowMs) => {
		const { admitted, resetAtMs } = minute.count(accountId, most, nowMs);
		if (!admitted) throw tooManyAttempts(commonErrors.rate_limited, secondsUntil(resetAtMs, nowMs));
	};
}
