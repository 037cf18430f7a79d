import { DAY_MS, HOUR_MS } from "../../platform/time/durations.ts";

/** Start of the newest UTC day whose digest is due: yesterday from the digest hour on, the day before until then. */
export function newestDueDay(nowMs: number, digestHour: number): number {
	const todayMs = nowMs - (nowMs % DAY_MS);
	const isDue = nowMs >= todayMs + digestHour * HOUR_MS;
	return todayMs - (isDue ? 1 : 2) * DAY_MS;
}
