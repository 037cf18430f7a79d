import { isGtin, isProduceCode, readBarcodeCell } from "@packshot/tables/barcode-cell";
import {
	type BarcodeRow,
	findBarcodes,
	isBarcodeHeader,
	rowsBelowHeader,
	type TableColumn,
} from "@packshot/tables/barcode-table";
import { oneChunk } from "@packshot/tables/chunks";
import type { TableRow } from "@packshot/tables/csv-row";
import { openTable } from "@packshot/tables/open-table";
import { readingInWords } from "@packshot/tables/reading-words";
import type { Reading } from "@packshot/tables/table";
import { UnreadableTable } from "@packshot/tables/unreadable-table";
import { pageFailure } from "../../api/failure.ts";
import { formatCount } from "../../format/credits.ts";

/** What a person decides about a table; the table decides the rest. */
export interface ListChoices {
	/** Number of the column, from 1. */
	readonly column?: number;
	/** Name of a workbook's sheet. */
	readonly sheet?: string;
}

/** The content of a file or pasted text: its distinct barcodes, and what was not recognised as one. */
export interface ReadList {
	readonly barcodes: readonly string[];
	/** What is not in `barcodes`: cells that are no barcode, such as one that a spreadsheet has rounded, lines of words, and repeated lines. */
	readonly others: readonly LeftOut[];
	/** Undefined for lines and words without columns. */
	readonly table: ReadTable | undefined;
}

/** A cell or a line, and why it is left out. */
export interface LeftOut {
	readonly line: number;
	readonly text: string;
	readonly problem: string;
}

/** How a table was read. */
export interface ReadTable {
	/** `UTF-8; semicolons; header in line 3`. */
	readonly words: string;
	readonly column: TableColumn;
	readonly columns: readonly TableColumn[];
	readonly sheet: string | undefined;
	readonly otherSheets: readonly string[];
}

/** Maximum number of barcodes saved and checked together. */
export const MOST_BARCODES = 5000;

const MOST_FILE_BYTES = 5 * 2 ** 20;
/** A list of 5,000 barcodes takes a tenth of that. */
const LIMITS = { fileBytes: MOST_FILE_BYTES, unpackedBytes: 40 * 2 ** 20 };

/** Reads a list from a file: lines, CSV of any kind, or a sheet of an Excel workbook. @throws Failure for what cannot be read */
export async function readFile(file: Blob, choices: ListChoices = {}): Promise<ReadList> {
	if (file.size > MOST_FILE_BYTES) throw pageFailure("This file is larger than 5 MB.");
	return readBytes(new Uint8Array(await file.arrayBuffer()), choices).catch((error) => {
		throw error instanceof UnreadableTable ? pageFailure(`This file ${error.message}.`) : error;
	});
}

/** Reads pasted text: a table, or all words if it has no columns. */
export async function readText(text: string, choices: ListChoices = {}): Promise<ReadList> {
	return readBytes(new TextEncoder().encode(`\uFEFF${text}`), choices).catch((error) => {
		throw error instanceof UnreadableTable ? pageFailure(`This ${error.message}.`) : error;
	});
}

async function readBytes(bytes: Uint8Array, { column, sheet }: ListChoices): Promise<ReadList> {
	const table = await openTable(oneChunk(bytes), { sheet, limits: LIMITS, isHeader: isBarcodeHeader });
	const rows: TableRow[] = [];
	for await (const row of table.rows) rows.push(row);
	const reading = table.reading();
	if (reading.kind === "text" && !reading.hasColumns)
		return listOf(wordsOf(rowsBelowHeader(rows)), undefined);
	const found = findBarcodes(rows, column === undefined ? undefined : String(column));
	const words = readingInWords(reading, found.headerLine);
	return listOf(found.rows, { words, column: found.column, columns: found.columns, ...sheetsOf(reading) });
}

function sheetsOf(reading: Reading): Pick<ReadTable, "sheet" | "otherSheets"> {
	return reading.kind === "workbook" ? reading : { sheet: undefined, otherSheets: [] };
}

function listOf(rows: readonly BarcodeRow[], table: ReadTable | undefined): ReadList {
	const lines = new Map<string, number>();
	const others = new Map<string, LeftOut>();
	for (const { line, text, barcode } of rows) {
		if ("problem" in barcode) {
			if (text !== "" || barcode.problem !== "no barcode")
				others.set(text, others.get(text) ?? { line, text, problem: barcode.problem });
			continue;
		}
		const first = lines.get(barcode.digits);
		if (first === undefined) lines.set(barcode.digits, line);
		else others.set(`${line} ${text}`, { line, text, problem: `already in line ${formatCount(first)}` });
	}
	return { barcodes: [...lines.keys()], others: [...others.values()], table };
}

/** The words of lines without columns; a barcode written in groups of digits is one word. */
function wordsOf(rows: readonly TableRow[]): BarcodeRow[] {
	return rows.flatMap((row) => {
		if (!("cells" in row)) return [{ line: row.line, text: "", barcode: { problem: row.reason } }];
		const found = row.cells.flatMap((cell) => wordsIn(cell, row.line));
		const text = row.cells.join(" ").trim();
		return found.length > 0 || text === ""
			? found
			: [{ line: row.line, text, barcode: { problem: "no barcode in this line" } }];
	});
}

const isProblem = ({ barcode }: BarcodeRow) => "problem" in barcode;
const isProduce = ({ barcode }: BarcodeRow) => "digits" in barcode && isProduceCode(barcode.digits);

const DAY = /^\d{4}-\d\d?-\d\d?$/;

function wordsIn(cell: string, line: number): BarcodeRow[] {
	const whole = readBarcodeCell(cell);
	const words = cell.split(/[\s;|]+/).filter((word) => word !== "");
	const each = words.map((text) => ({ line, text, barcode: readBarcodeCell(text) }));
	if ("digits" in whole && (isGtin(whole.digits) ? !each.every(isProduce) : each.some(isProblem)))
		return [{ line, text: cell.trim(), barcode: whole }];
	// In a sentence, a number of four or five digits is a year or a count sooner than a barcode.
	const isSentence = /\p{L}/u.test(cell);
	return each.flatMap((word) => {
		if (isSentence && DAY.test(word.text)) return [];
		if (!isSentence || "problem" in word.barcode) return isSentence && !/\d/.test(word.text) ? [] : [word];
		const { digits } = word.barcode;
		return digits.length > 5 || isProduceCode(digits) ? [word] : [];
	});
}
