import { HOUR_MS, MINUTE_MS } from "../time/durations.ts";

/** Delay before the next attempt after each failure; the last one repeats. */
const DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];
/** After this long the news in a mail is stale. */
const GIVEN_UP_AFTER_MS = 72 * HOUR_MS;

/** When a mail is next attempted after this many failures; null when it is given up. */
export function afterFailure(failures: number, createdMs: number, nowMs: number): number | null {
	const delayMs = DELAYS_MS[Math.min(failures, DELAYS_MS.length) - 1] ?? MINUTE_MS;
	const nextMs = nowMs + delayMs;
	return nextMs - createdMs > GIVEN_UP_AFTER_MS ? null : nextMs;
}
