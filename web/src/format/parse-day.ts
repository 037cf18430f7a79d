import { dayOf } from "./dates.ts";

const monthName = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });
const MONTHS = Array.from({ length: 12 }, (_, month) =>
	monthName.format(Date.UTC(2000, month)).toLowerCase(),
);
const FORMS = [
	/^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
	/^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})$/,
	/^(?<day>\d{1,2})\.? (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})$/,
	/^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/,
];

/**
 * Parses days such as `12 Nov 2026`, `November 12, 2026`, `2026-11-12` or `12.11.2026` into `YYYY-MM-DD`; undefined for anything
 * else, including `11/12/2026`, which means different days on the two sides of the Atlantic.
 */
export function parseDay(text: string): string | undefined {
	const written = text.trim().toLowerCase().replace(/\s+/g, " ");
	for (const form of FORMS) {
		const { year, month = "", day = "" } = form.exec(written)?.groups ?? {};
		if (year === undefined) continue;
		const iso = `${year}-${monthNumber(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
		return isDay(iso) ? iso : undefined;
	}
	return undefined;
}

/** The number of a month, given as a number or as its name or a prefix of that. */
function monthNumber(month: string): string {
	return /^\d/.test(month) ? month : String(MONTHS.findIndex((name) => name.startsWith(month)) + 1);
}

/** Date parsing turns February 30 into March 2, so it is not a valid day. */
function isDay(iso: string): boolean {
	return dayOf(iso) !== undefined && new Date(`${iso}T00:00:00Z`).toISOString().startsWith(iso);
}
