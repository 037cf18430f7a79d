import { dayOf } from "./dates.ts";

const MONTHS = [
	"january",
	"february",
	"march",
	"april",
	"may",
	"june",
	"july",
	"august",
	"september",
	"october",
	"november",
	"december",
];
const FORMS = [
	/^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
	/^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})$/,
	/^(?<day>\d{1,2})\.? (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})$/,
	/^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/,
];

/**
 * The day that people mean by `12 Nov 2026`, `November 12, 2026`, `2026-11-12` or `12.11.2026`, as `YYYY-MM-DD`; undefined for anything
 * else, such as `11/12/2026`, which is another day on each side of the Atlantic.
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

/** Of a number or of the name of a month, or what it begins with. */
function monthNumber(month: string): string {
	return /^\d/.test(month) ? month : String(MONTHS.findIndex((name) => name.startsWith(month)) + 1);
}

/** February 30 is read as March 2, and is no day. */
function isDay(iso: string): boolean {
	return dayOf(iso) !== undefined && new Date(`${iso}T00:00:00Z`).toISOString().startsWith(iso);
}
