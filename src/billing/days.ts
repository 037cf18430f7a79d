import { DAY_MS } from "../platform/http/fixed-window.ts";

/** So many days before the one that is running are added up. */
export const DAYS_ADDED_UP = 30;
/** Requests that began before the end of an hour or a day are recorded a little after it. */
export const RECORDED_WITHIN_MS = 10 * 60_000;

/** When the first day begins that has not ended, or whose last requests may not be recorded yet. */
export function openDay(nowMs: number): number {
	const recordedMs = nowMs - RECORDED_WITHIN_MS;
	return recordedMs - (recordedMs % DAY_MS);
}

/** The days before one that are added up, oldest first. */
export function endedDays(openMs: number): number[] {
	return Array.from({ length: DAYS_ADDED_UP }, (_, place) => openMs - (DAYS_ADDED_UP - place) * DAY_MS);
}
