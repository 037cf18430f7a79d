import { MAX_LINE_BYTES, readLines } from "@packshot/tables/lines";

/**
 * A row of a CSV file with the line on which it begins, counted from 1, or the reason why it could not be
 * read.
 */
export type CsvRow = { line: number; cells: string[] } | { line: number; reason: string };

/** A row while it is being read; `quoted` is the content so far of a quoted cell that is still open. */
interface RowInReading {
	line: number;
	lastLine: number;
	cells: string[];
	quoted: string | null;
}

type Progress = "complete" | "open" | { reason: string };

const BLANKS = /[ \t]*/y;

/**
 * The rows of a CSV file (RFC 4180, UTF-8, commas). Blanks around cells are dropped, those inside quotes
 * kept; empty lines yield no row. A malformed row is refused on its own: reading continues with the
 * next line.
 */
export async function* readCsvRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
	let row: RowInReading | null = null;
	for await (const read of readLines(chunks)) {
		if ("reason" in read) {
			yield row === null ? read : brokenOff(row, read);
			row = null;
			continue;
		}
		if (row === null && read.text.trim() === "") continue;
		row ??= { line: read.line, lastLine: read.line, cells: [], quoted: null };
		row.lastLine = read.line;
		const progress = readCells(row, read.text);
		if (progress === "open" && (row.quoted?.length ?? 0) <= MAX_LINE_BYTES) continue;
		yield finished(row, progress);
		row = null;
	}
	if (row !== null) yield finished(row, "open");
}

function brokenOff(row: RowInReading, unreadable: { line: number; reason: string }): CsvRow {
	return { line: row.line, reason: `the row goes on in line ${unreadable.line}: ${unreadable.reason}` };
}

function finished(row: RowInReading, progress: Progress): CsvRow {
	if (progress === "complete") return { line: row.line, cells: row.cells };
	if (progress === "open") {
		return { line: row.line, reason: `a quote is opened but not closed up to line ${row.lastLine}` };
	}
	return { line: row.line, reason: progress.reason };
}

/** Reads the cells of one further line into the row. */
function readCells(row: RowInReading, text: string): Progress {
	let at = 0;
	for (;;) {
		if (row.quoted === null) at = skipBlanks(text, at);
		const end =
			row.quoted !== null || text[at] === '"' ? readQuotedCell(row, text, at) : readPlainCell(row, text, at);
		if (typeof end !== "number") return end;
		if (end === text.length) return "complete";
		at = end + 1;
	}
}

/** Reads up to the next comma or the end of the line. @returns the position reached. */
function readPlainCell(row: RowInReading, text: string, start: number): number | Progress {
	const comma = text.indexOf(",", start);
	const end = comma === -1 ? text.length : comma;
	const cell = text.slice(start, end).trimEnd();
	if (cell.includes('"')) return { reason: `cell ${row.cells.length + 1} holds a quote but is not quoted` };
	row.cells.push(cell);
	return end;
}

/** Reads a quoted cell, or continues one opened on an earlier line. @returns where it ends. */
function readQuotedCell(row: RowInReading, text: string, start: number): number | Progress {
	let at = row.quoted === null ? start + 1 : start;
	let content = row.quoted ?? "";
	for (;;) {
		const quote = text.indexOf('"', at);
		if (quote === -1) {
			row.quoted = `${content}${text.slice(at)}\n`;
			return "open";
		}
		content += text.slice(at, quote);
		at = quote + 1;
		if (text[at] !== '"') break;
		content += '"';
		at++;
	}
	row.quoted = null;
	row.cells.push(content);
	const end = skipBlanks(text, at);
	if (end === text.length || text[end] === ",") return end;
	return { reason: `cell ${row.cells.length} goes on after its closing quote` };
}

function skipBlanks(text: string, start: number): number {
	BLANKS.lastIndex = start;
	BLANKS.test(text);
	return BLANKS.lastIndex;
}
