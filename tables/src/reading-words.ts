import type { FoundEncoding } from "./encoding.ts";
import type { Reading } from "./table.ts";

const ENCODINGS: ReadonlyMap<string, string> = new Map([
	["utf-8", "UTF-8"],
	["utf-16le", "UTF-16"],
	["utf-16be", "UTF-16 (big-endian)"],
	["windows-1255", "Windows-1255 (Hebrew)"],
	["windows-1252", "Windows-1252 (Western European)"],
	["windows-1251", "Windows-1251 (Cyrillic)"],
	["koi8-r", "KOI8-R (Cyrillic)"],
	["koi8-u", "KOI8-U (Cyrillic)"],
	["ibm866", "CP866 (Cyrillic, DOS)"],
	["cp862", "CP862 (Hebrew, DOS)"],
	["cp850", "CP850 (Western European, DOS)"],
	["cp437", "CP437 (DOS)"],
]);

const DELIMITERS: ReadonlyMap<string, string> = new Map([
	[",", "commas"],
	[";", "semicolons"],
	["\t", "tabs"],
]);

/** What a table was taken for, in words: `Windows-1255 (Hebrew), guessed; semicolons; header in line 3`. @param headerLine undefined where there is no header */
export function readingInWords(reading: Reading, headerLine: number | undefined): string {
	const header = headerLine === undefined ? "no header" : `header in line ${headerLine}`;
	if (reading.kind === "workbook") {
		const others = listedNames(reading.otherSheets);
		const sheet = `sheet "${shortName(reading.sheet)}"${others === "" ? "" : ` (not read: ${others})`}`;
		return `${sheet}; ${header}${mergedInWords(reading.mergedCells)}`;
	}
	const { encoding, delimiter, hasColumns } = reading;
	const columns = hasColumns ? (DELIMITERS.get(delimiter) ?? `"${delimiter}" between cells`) : "one column";
	return `${encodingInWords(encoding)}${encoding.isGuess ? ", guessed" : ""}; ${columns}; ${header}`;
}

function mergedInWords(count: number): string {
	if (count === 0) return "";
	return count === 1
		? "; 1 merged cell, repeated in its rows"
		: `; ${count} merged cells, repeated in their rows`;
}

export function encodingInWords({ name }: FoundEncoding): string {
	return ENCODINGS.get(name) ?? name;
}

const MOST_NAMES = 12;
const LONGEST_NAME = 60;

/** Names in quotes, and no more of them than a person would read. */
export function listedNames(names: readonly string[]): string {
	const few = names.slice(0, MOST_NAMES).map((name) => `"${shortName(name)}"`);
	return [...few, ...(names.length > MOST_NAMES ? [`${names.length - MOST_NAMES} more`] : [])].join(", ");
}

export function shortName(name: string): string {
	return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}

/** Whether a table is what our own exports are: UTF-8 with commas and the header at the top. */
export function isUsual(reading: Reading, headerLine: number | undefined): boolean {
	return (
		reading.kind === "text" &&
		reading.encoding.name === "utf-8" &&
		reading.delimiter === "," &&
		headerLine === 1
	);
}
