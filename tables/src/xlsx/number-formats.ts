import { plainNumber, readSection, type Section, sectionText } from "./number-section.ts";
import { readWholeXml } from "./xml.ts";
import type { Archive } from "./zip.ts";

/** How a number is shown. */
export type NumberFormat =
	| { readonly kind: "plain" }
	| { readonly kind: "date" }
	/** By one section for all numbers, or by several. */
	| { readonly kind: "sections"; readonly sections: readonly Section[] };

const PLAIN: NumberFormat = { kind: "plain" };
const DATE: NumberFormat = { kind: "date" };

/** Formats that every workbook has (ECMA-376, 18.8.30), as far as they are no dates and do not depend on the country. */
const BUILT_IN: ReadonlyMap<number, string> = new Map([
	[1, "0"],
	[2, "0.00"],
	[3, "#,##0"],
	[4, "#,##0.00"],
	[9, "0%"],
	[10, "0.00%"],
	[12, "# ?/?"],
	[13, "# ??/??"],
	[37, "#,##0;(#,##0)"],
	[38, "#,##0;(#,##0)"],
	[39, "#,##0.00;(#,##0.00)"],
	[40, "#,##0.00;(#,##0.00)"],
]);
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
	return isBuiltInDate(id) ? DATE : formatOf(BUILT_IN.get(id) ?? "");
}

/** Excel shows no more digits. */
const LONGEST_CODE = 255;

function formatOf(code: string): NumberFormat {
	if (code === "" || code.length > LONGEST_CODE || /^general$/i.test(code)) return PLAIN;
	const [positive = ""] = code.replace(/\\.|_.|\*.|"[^"]*"/g, "").split(";");
	// Elapsed time is in brackets, as are colours and conditions.
	const letters = positive.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").replace(/general|e[+-]/gi, "");
	if (/[ymdhs]/i.test(letters)) return DATE;
	const codes = code.match(/(?:"[^"]*"|\\.|[^;"\\])+|(?<=;|^)(?=;|$)/g) ?? [];
	return { kind: "sections", sections: codes.slice(0, 3).map(readSection) };
}

/** A number as its cell shows it; without a format, whole numbers with all their digits, others with the fifteen that spreadsheets have. */
export function numberText(value: number, format: NumberFormat, uses1904: boolean): string {
	if (format.kind === "date") return dateText(value, uses1904) ?? plainNumber(value);
	return format.kind === "plain" ? plainNumber(value) : shownText(value, format.sections);
}

function shownText(value: number, sections: readonly Section[]): string {
	const isConditional = sections.some(({ condition }) => condition);
	const bySign = sections.length > 1 && value < 0 ? 1 : sections.length > 2 && value === 0 ? 2 : 0;
	const byCondition = sections.find(({ condition }) => condition?.(value) ?? true);
	const section = isConditional ? byCondition : sections[bySign];
	// Hidden numbers are there all the same; a hidden zero is an empty cell.
	if (!section || section.tokens.length === 0) return value === 0 ? "" : plainNumber(value);
	const isSigned = value < 0 && (isConditional || bySign === 0);
	return `${isSigned ? "-" : ""}${sectionText(section, Math.abs(value))}`.trim();
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
