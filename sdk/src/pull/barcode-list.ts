import { CsvError, parse } from "csv-parse/sync";
import { unusable } from "./stopped.ts";

/** A line of the list. */
export interface ListEntry {
	/** Counted from 1, as in editors and spreadsheets. */
	readonly line: number;
	/** The cell as it is in the list. */
	readonly text: string;
	/** 4 to 14 digits, or why they are missing. */
	readonly barcode: { readonly digits: string } | { readonly problem: string };
}

interface Row {
	readonly line: number;
	readonly cells: readonly string[];
}

/**
 * Reads barcodes from plain text, one per line, or from a column of CSV with commas, semicolons or tabs; UTF-8 or UTF-16.
 * @param column name in the header, or number from 1. By default the column named like a barcode, or the only one.
 * @throws PullStopped when it is unclear which column is meant, and for truncated CSV.
 */
export function readBarcodeList(bytes: Uint8Array, column?: string): ListEntry[] {
	if (isWorkbook(bytes)) throw unusable("the list is a spreadsheet file: save it as CSV and use that");
	const rows = rowsOf(decoded(bytes));
	const [first] = rows;
	if (!first) throw unusable("the list is empty");
	const place = column === undefined ? likelyColumn(first, rows) : namedColumn(first, column);
	const hasHeader = isHeading(first.cells[place] ?? "");
	return rows.slice(hasHeader ? 1 : 0).map(({ line, cells }) => {
		const text = (cells[place] ?? "").trim();
		return { line, text, barcode: barcodeOf(text) };
	});
}

/** The signature of a ZIP, which .xlsx and .ods are, or of an old .xls. */
function isWorkbook(bytes: Uint8Array): boolean {
	return [
		[0x50, 0x4b, 0x03, 0x04],
		[0xd0, 0xcf, 0x11, 0xe0],
	].some((mark) => mark.every((byte, place) => bytes[place] === byte));
}

/** Spreadsheets export "Unicode text" as UTF-16 with a byte order mark. */
function decoded(bytes: Uint8Array): string {
	const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
	return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

function rowsOf(text: string): Row[] {
	try {
		const records = parse(text, {
			delimiter: delimiterOf(text),
			info: true,
			relax_column_count: true,
			relax_quotes: true,
			skip_empty_lines: true,
		}) as unknown as { readonly record: string[]; readonly info: { readonly lines: number } }[];
		return records
			.map(({ record, info }) => ({ line: info.lines - breaksIn(record), cells: record }))
			.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		throw unusable(`line ${error.lines}: ${error.message}`);
	}
}

/** Line breaks inside a row: the parser reports the line on which a row ends. */
function breaksIn(cells: readonly string[]): number {
	return cells.join("").split(/\r\n|\r|\n/).length - 1;
}

/** The delimiter, judging by the first line that is not blank. */
function delimiterOf(text: string): string {
	const line = /^.*\S.*$/m.exec(text)?.[0] ?? "";
	const count = (delimiter: string) => line.split(delimiter).length;
	return ["\t", ";", ","].reduce((best, other) => (count(other) >= count(best) ? other : best));
}

const NAMES = new Set(
	"barcode barcodes gtin gtin8 gtin12 gtin13 gtin14 ean ean8 ean13 upc upca upccode plu variantbarcode gtinupceanorisbn ברקוד".split(
		" ",
	),
);

function likelyColumn({ cells }: Row, rows: readonly Row[]): number {
	const named = cells.flatMap((cell, place) => (NAMES.has(plainName(cell)) ? [place] : []));
	const [only, ...others] = named;
	if (only !== undefined && others.length === 0) return only;
	if (only === undefined && rows.every((row) => row.cells.length === 1)) return 0;
	const why =
		only === undefined
			? "none of the columns is named like a barcode"
			: "several columns could hold the barcodes";
	throw unusable(`${why}: specify one with --column NAME or --column NUMBER. There are: ${listed(cells)}`);
}

function namedColumn({ cells }: Row, column: string): number {
	const named = cells.findIndex((cell) => plainName(cell) === plainName(column));
	if (named >= 0) return named;
	const number = /^\d+$/.test(column) ? Number(column) : 0;
	if (number >= 1 && number <= cells.length) return number - 1;
	throw unusable(`the list has no column "${column}". There are: ${listed(cells)}`);
}

function listed(cells: readonly string[]): string {
	return cells.map((cell, place) => `${place + 1} "${cell.trim()}"`).join(", ");
}

/** A normalised column name: `GTIN-13` and `gtin 13` are the same. */
function plainName(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function isHeading(cell: string): boolean {
	return /\p{L}/u.test(cell) && !ROUNDED.test(cell.trim());
}

/** A number that a spreadsheet has rounded: `7.25273E+11` */
const ROUNDED = /^\d([.,]\d+)?E\+?\d+$/i;

/** The digits, without what spreadsheets and people put around and between them, and without the invisible marks that accompany Hebrew. */
function barcodeOf(text: string): ListEntry["barcode"] {
	const digits = text
		.replace(/\p{Cf}/gu, "")
		.trim()
		.replace(/^="(.*)"$/, "$1")
		.replace(/^'/, "")
		.replace(/\.0+$/, "")
		.replace(/[\s\p{Pd}]/gu, "");
	if (/^\d{4,14}$/.test(digits)) return { digits };
	if (text === "") return { problem: "no barcode" };
	if (ROUNDED.test(text))
		return { problem: "a spreadsheet rounded it: format the column as text and export the list again" };
	return { problem: "not a barcode: 4 to 14 digits" };
}
