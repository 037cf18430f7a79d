import type { UsageQuery } from "../../../api/routes.ts";
import { dayOf, formatDay, type Granularity, lastDays } from "../../../format/dates.ts";

export const PRESETS = ["1", "7", "30", "90"] as const;
const GRANULARITIES = ["hour", "day", "month"] as const;

/** The period shown: some days up to today, or chosen ones. */
export interface ShownRange {
	/** Number of days, one of `PRESETS`; undefined for chosen days. */
	readonly preset: string | undefined;
	readonly query: Required<Pick<UsageQuery, "from" | "to" | "granularity">>;
}

/** The range in a URL: `days`, or `from` and `to`; thirty days by default. A single day is shown by the hour. */
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

/** The URL for some days up to today, one of `PRESETS`, in periods of the default length. */
export function withPreset(address: URLSearchParams, days: string): URLSearchParams {
	const next = withoutRange(address);
	next.set("days", days);
	return next;
}

/** The URL with its first or last day changed; the other one stays as shown. An empty day leads back to a preset. */
export function withDay(
	address: URLSearchParams,
	name: "from" | "to",
	day: string,
	nowMs: number,
): URLSearchParams {
	const { from, to } = shownRange(address, nowMs).query;
	const next = withoutRange(address);
	for (const [end, chosen] of Object.entries({ from, to, [name]: day })) next.set(end, chosen);
	return next;
}

/** "on 22 Nov 2026, UTC", or from one day to another. */
export function periodInWords({ from, to }: { readonly from: string; readonly to: string }): string {
	return from === to ? `on ${formatDay(from)}, UTC` : `from ${formatDay(from)} to ${formatDay(to)}, UTC`;
}

function withoutRange(address: URLSearchParams): URLSearchParams {
	const next = new URLSearchParams(address);
	for (const name of ["days", "from", "to", "by"]) next.delete(name);
	return next;
}

function byDefault(from: string, to: string): Granularity {
	return from === to ? "hour" : "day";
}
