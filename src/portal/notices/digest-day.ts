import { DAY_MS } from "../../platform/http/fixed-window.ts";

const HOUR_MS = 3_600_000;

/** Start of the newest UTC day whose digest is due: yesterday from the digest hour on, the day before until then. */
export function newestDueDay(nowMs: number, digestHour: number): number {
	const todayMs = nowMs - (nowMs % DAY_MS);
	const isDue = nowMs >= todayMs + digestHour * HOUR_MS;
	return todayMs - (isDue ? 1 : 2) * DAY_MS;
}
