import { DAY_MS, HOUR_MS } from "./durations.ts";

export type Period = "hour" | "day" | "month";

/** Start of the UTC period that contains a moment. */
export function startOf(period: Period, atMs: number): number {
	if (period === "hour") return atMs - (atMs % HOUR_MS);
	if (period === "day") return atMs - (atMs % DAY_MS);
	const date = new Date(atMs);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** Start of the period after the one that contains a moment. */
export function endOf(period: Period, atMs: number): number {
	if (period === "hour") return startOf("hour", atMs) + HOUR_MS;
	if (period === "day") return startOf("day", atMs) + DAY_MS;
	const date = new Date(atMs);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
