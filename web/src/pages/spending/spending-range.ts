import { formatPercent } from "../../format/credits.ts";
import { dayOf, formatDay } from "../../format/dates.ts";

export const PRESETS = ["week", "last-week", "month", "last-month"] as const;
type Preset = (typeof PRESETS)[number];

const DAY_MS = 24 * 3_600_000;

/** UTC days, both included. */
export interface Days {
	readonly from: string;
	readonly to: string;
}

/** The days shown, and those that they are compared with. */
export interface ShownRange {
	/** Undefined for chosen days. */
	readonly preset: Preset | undefined;
	readonly days: Days;
	readonly before: Days;
	/** What the comparison is with, in words. */
	readonly beforeName: string;
}

/** The range in a URL: `days`, one of `PRESETS`, or `from` and `to`; this month by default. */
export function shownRange(search: URLSearchParams, nowMs: number): ShownRange {
	const [from, to] = [dayOf(search.get("from")), dayOf(search.get("to"))];
	if (from !== undefined && to !== undefined && from <= to) {
		const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
		const startMs = Date.parse(from);
		const before = { from: dayAt(startMs - count * DAY_MS), to: dayAt(startMs - DAY_MS) };
		const beforeName = count === 1 ? "the day before" : `the ${count} days before`;
		return { preset: undefined, days: { from, to }, before, beforeName };
	}
	const preset = PRESETS.find((name) => name === search.get("days")) ?? "month";
	return { preset, ...(preset.endsWith("week") ? weeks(preset, nowMs) : months(preset, nowMs)) };
}

/** Weeks begin on Monday. One that has not ended is compared with as many days of the week before. */
function weeks(preset: Preset, nowMs: number): Omit<ShownRange, "preset"> {
	const todayMs = nowMs - (nowMs % DAY_MS);
	const mondayMs = todayMs - ((new Date(nowMs).getUTCDay() + 6) % 7) * DAY_MS;
	const span = (startMs: number, endMs: number) => ({ from: dayAt(startMs), to: dayAt(endMs) });
	const week = 7 * DAY_MS;
	return preset === "week"
		? {
				days: span(mondayMs, todayMs),
				before: span(mondayMs - week, todayMs - week),
				beforeName: "the same days of last week",
			}
		: {
				days: span(mondayMs - week, mondayMs - DAY_MS),
				before: span(mondayMs - 2 * week, mondayMs - week - DAY_MS),
				beforeName: "the week before",
			};
}

/** A month that has not ended is compared with as many days of the one before, or all that it has. */
function months(preset: Preset, nowMs: number): Omit<ShownRange, "preset"> {
	const now = new Date(nowMs);
	const month = (back: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back);
	const whole = (back: number) => ({ from: dayAt(month(back)), to: dayAt(month(back - 1) - DAY_MS) });
	if (preset === "last-month") return { days: whole(1), before: whole(2), beforeName: "the month before" };
	const sameDayMs = Math.min(month(1) + (now.getUTCDate() - 1) * DAY_MS, month(0) - DAY_MS);
	return {
		days: { from: dayAt(month(0)), to: dayAt(nowMs) },
		before: { from: dayAt(month(1)), to: dayAt(sameDayMs) },
		beforeName: "the same days of last month",
	};
}

function dayAt(ms: number): string {
	return new Date(ms).toISOString().slice(0, 10);
}

/** The URL for one of `PRESETS`. */
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
	const { from, to } = shownRange(address, nowMs).days;
	const next = withoutRange(address);
	for (const [end, chosen] of Object.entries({ from, to, [name]: day })) next.set(end, chosen);
	return next;
}

/** "on 22 Nov 2026, UTC", or from one day to another. */
export function periodInWords({ from, to }: Days): string {
	return from === to ? `on ${formatDay(from)}, UTC` : `from ${formatDay(from)} to ${formatDay(to)}, UTC`;
}

/** A change against before: `+12 %`, `−3 %`, `no change`, or `new`; empty if nothing was spent either time. */
export function changeInWords(credits: number, before: number | null): string {
	if (before === null || (before === 0 && credits === 0)) return "";
	if (before === 0) return "new";
	const percent = Math.round((credits / before - 1) * 100);
	if (percent === 0) return "no change";
	return `${percent > 0 ? "+" : "−"}${formatPercent(Math.abs(percent) / 100)}`;
}

function withoutRange(address: URLSearchParams): URLSearchParams {
	const next = new URLSearchParams(address);
	for (const name of ["days", "from", "to"]) next.delete(name);
	return next;
}
