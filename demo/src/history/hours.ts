import { between, type Random, wholeBetween } from "../random.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** How far back the history goes. */
export const HISTORY_DAYS = 90;

const SUNDAY = 0;
const FRIDAY = 5;
const SATURDAY = 6;

/** Times of the calls on a UTC day, in order: business hours, fewer on Sunday and Friday, none on the Sabbath. */
export function moments(random: Random, dayMs: number, perDay: number): number[] {
	const weekday = new Date(dayMs).getUTCDay();
	if (weekday === SATURDAY) return [];
	const isShort = weekday === FRIDAY || weekday === SUNDAY;
	const closing = weekday === FRIDAY ? 13 : 18;
	const count = wholeBetween(random, perDay * 0.75, perDay * 1.25) * (isShort ? 0.6 : 1);
	return Array.from({ length: Math.round(count) }, () =>
		Math.round(dayMs + between(random, 7, closing) * HOUR_MS),
	).sort((a, b) => a - b);
}

/** Start times of the last `days` UTC days, today included, oldest first. */
export function lastDays(nowMs: number, days: number): number[] {
	const todayMs = nowMs - (nowMs % DAY_MS);
	return Array.from({ length: days }, (_, place) => todayMs - (days - 1 - place) * DAY_MS);
}
