import type { Clock } from "./clock.ts";
import { RETRYABLE_STATUSES } from "./error-from-answer.ts";
import { isPackshotError, type PackshotError } from "./errors.ts";
import type { CallOptions } from "./options.ts";

/** Waits between attempts while the service is unavailable. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** How long the service holds a request for changes, and the timeout for such a request. */
export const WAIT_SECONDS = 30;
export const HELD_TIMEOUT_MS = (WAIT_SECONDS + 30) * 1000;

/** Asks until there is an answer or a refusal. */
export async function patiently<Body>(
	ask: () => Promise<Body>,
	clock: Pick<Clock, "sleep">,
	signal: AbortSignal,
): Promise<Body> {
	for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
		try {
			return await ask();
		} catch (error) {
			if (!isPassing(error)) throw error;
			await clock.sleep(Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1000), signal);
		}
	}
}

/** A request that waits for changes takes that long, whatever the limits of other calls. */
export function atLeast(options: CallOptions, timeoutMs: number): CallOptions {
	const { timeoutMs: given = 0, totalTimeoutMs = 0 } = options;
	return {
		...options,
		timeoutMs: Math.max(given, timeoutMs),
		totalTimeoutMs: Math.max(totalTimeoutMs, 2 * timeoutMs),
	};
}

/** Whether the problem may pass: overload, rate limits, a failed connection. */
function isPassing(error: unknown): error is PackshotError {
	return (
		isPackshotError(error, "connection_failed", "timed_out") ||
		(isPackshotError(error) && RETRYABLE_STATUSES.has(error.status))
	);
}
