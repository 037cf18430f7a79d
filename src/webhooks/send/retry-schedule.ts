import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../platform/time/durations.ts";

/** Between late attempts. */
export const RARELY_MS = 12 * HOUR_MS;

/** Delays after the first failures; the last one repeats. */
const WAITS_MS = [
	5 * SECOND_MS,
	5 * MINUTE_MS,
	30 * MINUTE_MS,
	2 * HOUR_MS,
	5 * HOUR_MS,
	10 * HOUR_MS,
	RARELY_MS,
] as const;

/** From the first attempt to the last. */
export const GIVE_UP_MS = 72 * HOUR_MS;

/** When a failed event is retried, in ms since 1970; `undefined` after three days. @param failures attempts that failed, this one included. */
export function nextAttemptAtMs(
	failures: number,
	firstAttemptAtMs: number,
	nowMs: number,
): number | undefined {
	const lastMs = firstAttemptAtMs + GIVE_UP_MS;
	if (nowMs >= lastMs) return undefined;
	const waitMs = WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? 0;
	return Math.min(nowMs + waitMs, lastMs);
}
