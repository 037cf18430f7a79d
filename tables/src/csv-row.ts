import { MAX_LINE_BYTES, type TextLine } from "./lines.ts";

/** A row of a table with the line or row of the file on which it begins, counted from 1, or the reason why it could not be read. */
export type TableRow = { line: number; cells: string[] } | { line: number; reason: string };

/** As many columns as a spreadsheet has. */
export const MOST_CELLS = 16_384;

/** Splits lines into rows, one line at a time. */
export interface RowReader {
	/** @param rows to which the rows are added that end with the line. */
	readonly push: (line: TextLine, rows: TableRow[]) => void;
	/** @param rows to which the row is added that was begun and not ended. */
	readonly end: (rows: TableRow[]) => void;
}

/** A row while it is being read; `quoted` is the content so far of a quoted cell that is still open. */
interface RowInReading {
	line: number;
	lastLine: number;
	cells: string[];
	quoted: string | null;
}

type Progress = "complete" | "open" | { reason: string };

/**
 * Reads the rows of CSV (RFC 4180) with any delimiter. Blanks around cells are dropped unless `keepsBlanks`, those inside quotes kept; empty lines yield no row. A
 * quote inside a cell that is not quoted is a character like any other, as in spreadsheets. A malformed row is refused on its own: reading
 * continues with the next line.
 */
export function createRowReader(delimiter: string, options: { keepsBlanks?: boolean } = {}): RowReader {
	const readCells = createCellReader(delimiter, options.keepsBlanks ?? false);
	let row: RowInReading | null = null;
	const pushText = (line: number, text: string, lineEnd: string, rows: TableRow[]) => {
		if (row === null && isBlank(text)) return;
		row ??= { line, lastLine: line, cells: [], quoted: null };
		row.lastLine = line;
		const progress = readCells(row, text, lineEnd);
		if (progress === "open" && (row.quoted?.length ?? 0) <= MAX_LINE_BYTES) return;
		rows.push(finished(row, progress));
		row = null;
	};
	return {
		push(read, rows) {
			if ("reason" in read) {
				rows.push(row === null ? read : brokenOff(row, read));
				row = null;
			} else if (read.text.includes("\r")) {
				// A carriage return alone ends a line, too, but is kept inside quotes.
				const pieces = read.text.split("\r");
				for (const [at, piece] of pieces.entries())
					pushText(read.line, piece, at === pieces.length - 1 ? "\n" : "\r", rows);
			} else {
				pushText(read.line, read.text, "\n", rows);
			}
		},
		end(rows) {
			if (row !== null) rows.push(finished(row, "open"));
			row = null;
		},
	};
}

function isBlank(text: string): boolean {
	return text === "" || text.trim() === "";
}

function brokenOff(row: RowInReading, unreadable: { line: number; reason: string }): TableRow {
	return { line: row.line, reason: `the row goes on in line ${unreadable.line}: ${unreadable.reason}` };
}

function finished(row: RowInReading, progress: Progress): TableRow {
	if (progress === "complete") return { line: row.line, cells: row.cells };
	if (progress === "open") {
		return { line: row.line, reason: `a quote is opened but not closed up to line ${row.lastLine}` };
	}
	return { line: row.line, reason: progress.reason };
}

/** @returns a function that reads the cells of one further line into a row. */
function createCellReader(
	delimiter: string,
	keepsBlanks: boolean,
): (row: RowInReading, text: string, lineEnd: string) => Progress {
	// Where tabs separate cells, they are no blanks around them.
	const blanks = delimiter === "\t" ? / */y : /[ \t]*/y;
	const skipBlanks = (text: string, start: number): number => {
		const code = text.charCodeAt(start);
		if (code !== 0x20 && code !== 0x09) return start;
		blanks.lastIndex = start;
		blanks.test(text);
		return blanks.lastIndex;
	};
	/** Reads up to the next delimiter or the end of the line. @returns the position reached. */
	const readPlainCell = (row: RowInReading, text: string, start: number): number => {
		const next = text.indexOf(delimiter, start);
		const end = next === -1 ? text.length : next;
		const cell = text.slice(start, end);
		row.cells.push(keepsBlanks ? cell : cell.trimEnd());
		return end;
	};
	/** Reads a quoted cell, or continues one opened on an earlier line. @returns where it ends. */
	const readQuotedCell = (
		row: RowInReading,
		text: string,
		start: number,
		lineEnd: string,
	): number | Progress => {
		const end = closingQuote(row, text, row.quoted === null ? start + 1 : start, lineEnd);
		if (end === -1) return "open";
		row.cells.push(row.quoted ?? "");
		row.quoted = null;
		const next = skipBlanks(text, end);
		if (next >= text.length || text.startsWith(delimiter, next)) return next;
		return { reason: `cell ${row.cells.length} goes on after its closing quote` };
	};
	return (row, text, lineEnd) => {
		let at = 0;
		for (;;) {
			const first = row.quoted === null ? skipBlanks(text, at) : at;
			const isQuoted = row.quoted !== null || text.charCodeAt(first) === 0x22;
			if (isQuoted || !keepsBlanks) at = first;
			const end = isQuoted ? readQuotedCell(row, text, at, lineEnd) : readPlainCell(row, text, at);
			if (typeof end !== "number") return end;
			if (end >= text.length) return "complete";
			if (row.cells.length >= MOST_CELLS) return { reason: `the row has more than ${MOST_CELLS} cells` };
			at = end + 1;
		}
	};
}

/** Takes the content of a quoted cell up to its closing quote into the row. @returns the position behind it, or -1 where it goes on in the next line. */
function closingQuote(row: RowInReading, text: string, start: number, lineEnd: string): number {
	let at = start;
	let content = row.quoted ?? "";
	for (;;) {
		const quote = text.indexOf('"', at);
		if (quote === -1) {
			row.quoted = `${content}${text.slice(at)}${lineEnd}`;
			return -1;
		}
		content += text.slice(at, quote);
		at = quote + 1;
		if (text.charCodeAt(at) !== 0x22) break;
		content += '"';
		at++;
	}
	row.quoted = content;
	return at;
}
