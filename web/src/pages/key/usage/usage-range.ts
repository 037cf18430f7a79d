import type { UsageQuery } from "../../../api/usage.ts";
import { dayOf, type Granularity, lastDays } from "../../../format/dates.ts";

export const PRESETS = ["1", "7", "30", "90"] as const;
const GRANULARITIES = ["hour", "day", "month"] as const;

/** What the page shows: some days up to today, or those that were chosen. */
export interface ShownRange {
	/** Number of days, one of `PRESETS`; undefined for chosen days. */
	readonly preset: string | undefined;
	readonly query: Required<Pick<UsageQuery, "from" | "to" | "granularity">>;
}

/** The range in a URL: `days`, or `from` and `to`; thirty days where it says neither. A day is shown by the hour. */
export function shownRange(search: URLSearchParams, nowMs: number): ShownRange {
	const [from, to] = [dayOf(search.get("from")), dayOf(search.get("to"))];
	const granularity = GRANULARITIES.find((name) => name === search.get("by"));
	if (from !== undefined && to !== undefined && from <= to) {
		return { preset: undefined, query: { from, to, granularity: granularity ?? byDefault(from, to) } };
	}
	const preset = PRESETS.find((days) => days === search.get("days")) ?? "30";
	const days = lastDays(Number(preset), nowMs);
	return { preset, query: { ...days, granularity: granularity ?? byDefault(days.from, days.to) } };
}

function byDefault(from: string, to: string): Granularity {
	return from === to ? "hour" : "day";
}
