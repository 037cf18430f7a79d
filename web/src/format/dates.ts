export type Granularity = "hour" | "day" | "month";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const TO_THE_MINUTE: Intl.DateTimeFormatOptions = {
	day: "numeric",
	month: "short",
	year: "numeric",
	hour: "2-digit",
	minute: "2-digit",
};

/** A moment in the reader's own time zone: `21 Nov 2026, 09:04`. */
export function formatMoment(iso: string, timeZone?: string): string {
	const zone = timeZone === undefined ? {} : { timeZone };
	return new Intl.DateTimeFormat("en-GB", { ...TO_THE_MINUTE, ...zone }).format(new Date(iso));
}

/** A moment in UTC to the second, for lists organised by UTC days: `21 Nov 2026, 09:04:31`. */
export function formatUtc(iso: string): string {
	const options = { ...TO_THE_MINUTE, second: "2-digit", timeZone: "UTC" } as const;
	return new Intl.DateTimeFormat("en-GB", options).format(new Date(iso));
}

/** `just now`, `5 minutes ago`, `3 hours ago`, `12 days ago`; beyond 30 days the date itself. */
export function formatAgo(iso: string, nowMs: number): string {
	const passedMs = nowMs - Date.parse(iso);
	if (passedMs < MINUTE_MS) return "just now";
	if (passedMs < HOUR_MS) return ago(passedMs / MINUTE_MS, "minute");
	if (passedMs < DAY_MS) return ago(passedMs / HOUR_MS, "hour");
	if (passedMs < 30 * DAY_MS) return ago(passedMs / DAY_MS, "day");
	return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" }).format(new Date(iso));
}

function ago(amount: number, unit: string): string {
	const whole = Math.floor(amount);
	return `${whole} ${unit}${whole === 1 ? "" : "s"} ago`;
}

/** The last `days` UTC days including today, in the format of the service. */
export function lastDays(days: number, nowMs: number): { readonly from: string; readonly to: string } {
	const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
	return { from: day(nowMs - (days - 1) * DAY_MS), to: day(nowMs) };
}

/** A UTC day in the format used in URLs, `YYYY-MM-DD`; undefined for anything else. */
export function dayOf(text: string | null): string | undefined {
	return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
		? text
		: undefined;
}

/** The label of a usage period under a chart; periods are in UTC and shown as such. */
export function formatPeriod(period: string, granularity: Granularity): string {
	if (granularity === "hour") return `${monthAndDay(period)} ${period.slice(11, 16)}`;
	return granularity === "day" ? monthAndDay(period) : monthAndYear(period);
}

/** A UTC day, `YYYY-MM-DD`, as `21 Nov 2026`. */
export function formatDay(day: string): string {
	return inUtc(day, { day: "numeric", month: "short", year: "numeric" });
}

function monthAndDay(period: string): string {
	return inUtc(period.slice(0, 10), { day: "numeric", month: "short" });
}

function monthAndYear(period: string): string {
	return inUtc(`${period}-01`, { month: "short", year: "numeric" });
}

function inUtc(day: string, options: Intl.DateTimeFormatOptions): string {
	return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(
		new Date(`${day}T00:00:00Z`),
	);
}
