import { badRequest } from "../platform/http/http-error.ts";
import { parseDate } from "../platform/http/query.ts";

export const granularities = ["hour", "day", "month"] as const;
export type Granularity = (typeof granularities)[number];

/** More would be a report rather than a chart (SPEC D35). */
const MOST_PERIODS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The periods of a usage answer: UTC, oldest first, none left out. */
export interface UsageRange {
	readonly granularity: Granularity;
	/** First and last day, `YYYY-MM-DD`. */
	readonly from: string;
	readonly to: string;
	/** From the first millisecond … */
	readonly startMs: number;
	/** … up to but not including this one. */
	readonly endMs: number;
	/** Names of all periods: `2027-05`, `2027-05-15` or `2027-05-15T12:00:00Z`. */
	readonly periods: readonly string[];
}

/**
 * The range that a usage query asks for. Defaults: up to now, from 30 days, 48 hours or 12 months earlier. A last day that is named counts
 * whole, hours still to come included.
 * @throws HttpError 400 for more than 1,000 periods or a range that ends before it begins.
 */
export function usageRange(
	query: { readonly from?: string; readonly to?: string; readonly granularity: Granularity },
	nowMs: number,
): UsageRange {
	const { granularity } = query;
	const lastDayMs = query.to === undefined ? startOf("day", nowMs) : dayOf(query.to);
	const lastMs = query.to === undefined ? nowMs : lastDayMs + DAY_MS - 1;
	const endMs = following(granularity === "hour" ? "hour" : "day", lastMs);
	const startMs = query.from === undefined ? defaultStart(granularity, lastMs) : dayOf(query.from);
	if (startMs >= endMs) throw badRequest("from must not be later than to.");
	const periods: string[] = [];
	for (let at = startOf(granularity, startMs); at < endMs; at = following(granularity, at)) {
		periods.push(periodName(granularity, at));
		if (periods.length > MOST_PERIODS) {
			throw badRequest(
				`The range has more than ${MOST_PERIODS} periods: narrow it or take a coarser granularity.`,
			);
		}
	}
	return { granularity, from: isoDay(startMs), to: isoDay(lastDayMs), startMs, endMs, periods };
}

/** The name of the period that contains a moment. */
export function periodName(granularity: Granularity, atMs: number): string {
	const iso = new Date(atMs).toISOString();
	if (granularity === "month") return iso.slice(0, 7);
	return granularity === "day" ? iso.slice(0, 10) : `${iso.slice(0, 13)}:00:00Z`;
}

export function startOf(granularity: Granularity, atMs: number): number {
	if (granularity === "hour") return atMs - (atMs % HOUR_MS);
	if (granularity === "day") return atMs - (atMs % DAY_MS);
	const date = new Date(atMs);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** Start of the period after the one that contains a moment. */
function following(granularity: Granularity, atMs: number): number {
	if (granularity === "hour") return startOf("hour", atMs) + HOUR_MS;
	if (granularity === "day") return startOf("day", atMs) + DAY_MS;
	const date = new Date(atMs);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

function defaultStart(granularity: Granularity, lastMs: number): number {
	if (granularity === "day") return startOf("day", lastMs) - 30 * DAY_MS;
	if (granularity === "hour") return startOf("hour", lastMs) - 48 * HOUR_MS;
	const last = new Date(lastMs);
	return Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 12);
}

function dayOf(text: string): number {
	return parseDate(text) ?? Number.NaN;
}

function isoDay(atMs: number): string {
	return new Date(atMs).toISOString().slice(0, 10);
}
