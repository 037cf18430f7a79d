import { badRequest } from "../../platform/http/http-error.ts";
import { parseDate, parseTime } from "../../platform/http/query.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time/durations.ts";
import { endOf, startOf } from "../../platform/time/periods.ts";

export const granularities = ["hour", "day", "month"] as const;
export type Granularity = (typeof granularities)[number];

/** More would be a report rather than a chart (SPEC D35). */
const MOST_PERIODS = 1000;

/** The periods of a usage answer: UTC, oldest first, without gaps. */
export interface UsageRange {
	readonly granularity: Granularity;
	/** First and last day, `YYYY-MM-DD`, or hour, `YYYY-MM-DDT12:00:00Z`, if the range begins or ends within a day. */
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
 * The range requested by a usage query. Defaults: until now, starting 30 days, 48 hours or 12 months earlier, but not before 1970. An explicit last
 * day or hour is included in full, even if part of it is in the future.
 * @throws HttpError 400 for an invalid date (or hour), more than 1,000 periods, a range that ends before it begins, or a year before 1970.
 */
export function usageRange(
	query: { readonly from?: string; readonly to?: string; readonly granularity: Granularity },
	nowMs: number,
): UsageRange {
	const { granularity } = query;
	const unit = granularity === "hour" ? "hour" : "day";
	const last = query.to === undefined ? undefined : momentOf("to", query.to, unit);
	const lastMs = last === undefined ? nowMs : last.endMs - 1;
	const endMs = last?.endMs ?? endOf(unit, nowMs);
	const startMs =
		query.from === undefined
			? Math.max(0, defaultStart(granularity, lastMs))
			: momentOf("from", query.from, unit).startMs;
	if (startMs >= endMs) throw badRequest("from must not be later than to.");
	const periods: string[] = [];
	for (let at = startOf(granularity, startMs); at < endMs; at = endOf(granularity, at)) {
		periods.push(periodName(granularity, at));
		if (periods.length > MOST_PERIODS) {
			throw badRequest(
				`The range has more than ${MOST_PERIODS} periods: narrow it or take a coarser granularity.`,
			);
		}
	}
	return { granularity, from: startText(startMs), to: endText(endMs), startMs, endMs, periods };
}

const HOUR = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):00:00Z$/;

/** Parses a day, or an hour if the unit is hours. */
function momentOf(name: string, text: string, unit: "hour" | "day"): { startMs: number; endMs: number } {
	const isHour = unit === "hour" && HOUR.test(text);
	const startMs = isHour ? parseTime(text) : parseDate(text);
	if (startMs === undefined) {
		const hours = unit === "hour" ? ", or an hour, such as 2027-05-15T12:00:00Z" : "";
		throw badRequest(`${name} must be a date, YYYY-MM-DD${hours}.`);
	}
	if (startMs < 0) throw badRequest(`${name} must not be before 1970-01-01.`);
	return { startMs, endMs: startMs + (isHour ? HOUR_MS : DAY_MS) };
}

/** A range that begins or ends within a day is given in hours, so that the same texts request it again. */
function startText(startMs: number): string {
	return startMs % DAY_MS === 0 ? isoDay(startMs) : periodName("hour", startMs);
}

function endText(endMs: number): string {
	return endMs % DAY_MS === 0 ? isoDay(endMs - 1) : periodName("hour", endMs - 1);
}

/** The name of the period that contains a moment. */
export function periodName(granularity: Granularity, atMs: number): string {
	const iso = new Date(atMs).toISOString();
	if (granularity === "month") return iso.slice(0, 7);
	return granularity === "day" ? iso.slice(0, 10) : `${iso.slice(0, 13)}:00:00Z`;
}

function defaultStart(granularity: Granularity, lastMs: number): number {
	if (granularity === "day") return startOf("day", lastMs) - 30 * DAY_MS;
	if (granularity === "hour") return startOf("hour", lastMs) - 48 * HOUR_MS;
	const last = new Date(lastMs);
	return Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 12);
}

function isoDay(atMs: number): string {
	return new Date(atMs).toISOString().slice(0, 10);
}
