import { RETRYABLE_STATUSES } from "./error-from-answer.ts";
import { isPackshotError, type PackshotError } from "./errors.ts";
import { type Exchange, exchange, type WireRequest } from "./exchange.ts";
import type { CallLimits, Connection } from "./options.ts";

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

/**
 * Sends a request until it is answered, within its limits and as long as a retry is safe. Every attempt sends the same headers, which
 * keeps the idempotency key the same.
 * @throws what the last attempt threw.
 */
export async function sendWithRetries(
	connection: Connection,
	request: WireRequest,
	limits: CallLimits,
): Promise<Exchange> {
	const { clock } = connection;
	for (let attempts = 1; ; attempts++) {
		try {
			return await exchange(connection, request, limits);
		} catch (error) {
			if (attempts >= limits.maxAttempts || !mayRepeat(error, request, limits)) throw error;
			const waitMs = waitBefore(error, attempts);
			if (clock.now() + waitMs >= limits.deadlineMs) throw error;
			await clock.sleep(waitMs, limits.signal);
		}
	}
}

function mayRepeat(error: unknown, request: WireRequest, limits: CallLimits): error is PackshotError {
	if (!isPackshotError(error)) return false;
	const isPassing =
		isPackshotError(error, "connection_failed", "timed_out") || RETRYABLE_STATUSES.has(error.status);
	const isPaidOnce = !error.mayHaveBeenCharged || "idempotency-key" in request.headers;
	return isPassing && (isPaidOnce || limits.retryLostBilledReads);
}

/** At least what the service asks for, plus exponential backoff with jitter, so that clients do not all return at once. */
function waitBefore({ retryAfterSeconds }: PackshotError, attempts: number): number {
	const backoffMs = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 1));
	return (retryAfterSeconds ?? 0) * 1000 + backoffMs * (0.5 + 0.5 * Math.random());
}
