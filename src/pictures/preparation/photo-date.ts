import exifr from "exifr";
import { HOUR_MS } from "../../platform/time/durations.ts";

/**
 * The day a photo was taken, as `YYYY-MM-DD`: Exif's DateTimeOriginal, else the file's own date, else today. The camera's date is local
 * to where the photo was taken; the other two are UTC. A date before Exif existed or in the future is skipped: it comes from a clock that was
 * never set.
 */
export async function photoDate(
	exif: Uint8Array | undefined,
	fileDateMs: number | undefined,
	nowMs: number,
): Promise<string> {
	const taken = exif && (await dateTimeOriginal(exif));
	if (taken && isPlausible(taken, nowMs)) return taken;
	const filed = fileDateMs === undefined ? undefined : dayOf(fileDateMs);
	if (filed && isPlausible(filed, nowMs)) return filed;
	return new Date(nowMs).toISOString().slice(0, 10);
}

async function dateTimeOriginal(exif: Uint8Array): Promise<string | undefined> {
	const raw = await readTag(exif);
	const [, year, month, day] = /^(\d{4})[:\-/.](\d\d)[:\-/.](\d\d)/.exec(raw) ?? [];
	const date = `${year}-${month}-${day}`;
	return dayOf(Date.parse(date)) === date ? date : undefined;
}

async function readTag(exif: Uint8Array): Promise<string> {
	try {
		const tags: unknown = await exifr.parse(exif, { pick: ["DateTimeOriginal"], reviveValues: false });
		if (typeof tags !== "object" || tags === null || !("DateTimeOriginal" in tags)) return "";
		return String(tags.DateTimeOriginal);
	} catch {
		return ""; // broken Exif data says nothing about the picture
	}
}

function dayOf(timeMs: number): string | undefined {
	return Number.isNaN(new Date(timeMs).getTime()) ? undefined : new Date(timeMs).toISOString().slice(0, 10);
}

/** The first edition of Exif dates from 1995. */
const FIRST_YEAR = "1995";
/** East of Greenwich the day starts up to 14 hours before the UTC day. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS;

function isPlausible(date: string, nowMs: number): boolean {
	const latest = dayOf(nowMs + EARLIEST_ZONE_MS);
	return date >= FIRST_YEAR && latest !== undefined && date <= latest;
}
