import { DAY_MS } from "../../platform/time/durations.ts";

/** Number of days before today that are summed up. */
export const DAYS_ADDED_UP = 30;
/** Requests that arrive shortly before the end of an hour or a day are recorded a little after it. */
export const RECORDED_WITHIN_MS = 10 * 60_000;

/** Start of the first day that has not ended, or whose last requests may not have been recorded yet. */
export function openDay(nowMs: number): number {
	const recordedMs = nowMs - RECORDED_WITHIN_MS;
	return recordedMs - (recordedMs % DAY_MS);
}

/** The days before a given one that are summed up, oldest first. */
export function endedDays(openMs: number): number[] {
	return Array.from({ length: DAYS_ADDED_UP }, (_, place) => openMs - (DAYS_ADDED_UP - place) * DAY_MS);
}
