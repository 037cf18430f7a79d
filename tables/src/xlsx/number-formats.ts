import { readWholeXml } from "./xml.ts";
import type { Archive } from "./zip.ts";

/** How a number is shown, as far as it changes what the cell says. */
export type NumberFormat =
	| { readonly kind: "plain" }
	| { readonly kind: "date" }
	| { readonly kind: "percent" }
	/** At least so many digits: zeros are put before the number. Excel shows 30 at most. */
	| { readonly kind: "padded"; readonly digits: number };

const PLAIN: NumberFormat = { kind: "plain" };
const DATE: NumberFormat = { kind: "date" };
const PERCENT: NumberFormat = { kind: "percent" };

/** Formats that every workbook has (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number) =>
	(id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** The number formats of a workbook by the style of a cell. */
export function readNumberFormats(archive: Archive, part: string): (style: number) => NumberFormat {
	const own = new Map<number, NumberFormat>();
	const styles: NumberFormat[] = [];
	let isInCells = false;
	readWholeXml(archive.pieces(part), {
		open(name, attribute) {
			if (name === "numFmt") own.set(Number(attribute("numFmtId")), formatOf(attribute("formatCode") ?? ""));
			else if (name === "cellXfs") isInCells = true;
			else if (name === "xf" && isInCells) {
				const id = Number(attribute("numFmtId") ?? 0);
				styles.push(own.get(id) ?? builtIn(id));
			}
		},
		text() {},
		close(name) {
			if (name === "cellXfs") isInCells = false;
		},
	});
	return (style) => styles[style] ?? PLAIN;
}

function builtIn(id: number): NumberFormat {
	if (id === 9 || id === 10) return PERCENT;
	return isBuiltInDate(id) ? DATE : PLAIN;
}

function formatOf(code: string): NumberFormat {
	const [positive = ""] = code.replace(/\\.|_.|\*.|"[^"]*"/g, "").split(";");
	if (/^0{2,30}$/.test(positive)) return { kind: "padded", digits: positive.length };
	if (positive.includes("%")) return PERCENT;
	// Elapsed time is in brackets, as are colours and conditions.
	const letters = positive.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").replace(/general|e[+-]/gi, "");
	return /[ymdhs]/i.test(letters) ? DATE : PLAIN;
}

/** A number as its cell shows it: whole numbers with all their digits, others with the fifteen that spreadsheets have. */
export function numberText(value: number, format: NumberFormat, uses1904: boolean): string {
	if (format.kind === "date") return dateText(value, uses1904) ?? plainNumber(value);
	if (format.kind === "percent") return `${plainNumber(value * 100)}%`;
	if (format.kind === "padded" && Number.isSafeInteger(value) && value >= 0)
		return String(value).padStart(format.digits, "0");
	return plainNumber(value);
}

function plainNumber(value: number): string {
	return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)));
}

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets, which take 1900 for a leap year: from March 1900 on, days count from one day earlier. */
const DAY_0_MS = Date.UTC(1899, 11, 30);
const DAYS_TO_1904 = 1462;
const LAST_DAY = 2_958_466;

/** A day and time as ISO 8601 writes it, each where there is one. */
function dateText(value: number, uses1904: boolean): string | undefined {
	const days = uses1904 ? value + DAYS_TO_1904 : value;
	if (!(value >= 0 && days < LAST_DAY)) return undefined;
	const shifted = days < 60 && days >= 1 ? days + 1 : days;
	const [date = "", time = ""] = new Date(Math.round((DAY_0_MS + shifted * DAY_MS) / 1000) * 1000)
		.toISOString()
		.replace(".000Z", "")
		.split("T");
	if (value < 1) return time;
	return time === "00:00:00" ? date : `${date} ${time}`;
}
