import { MAX_LINE_BYTES, type TextLine } from "./lines.ts";

/** A row of a table with the line or row of the file on which it begins, counted from 1, or the reason why it could not be read. */
export type TableRow = ReadRow | { line: number; reason: string };

/** A row that could be read. */
export interface ReadRow {
	line: number;
	cells: string[];
	/** The places, from 0, of cells that a workbook shows as days or times; absent where there is none. */
	dates?: readonly number[];
	/** Those that are merged with a cell above, which they repeat. */
	repeated?: readonly number[];
}

/** As many columns as a spreadsheet has. */
export const MOST_CELLS = 16_384;

/** Splits lines into rows, one line at a time. */
export interface RowReader {
	/** @param rows to which the rows are added that end with the line. */
	readonly push: (line: TextLine, rows: TableRow[]) => void;
	/** @param rows to which the row is added that was begun and not ended. */
	readonly end: (rows: TableRow[]) => void;
}

/** A line, or a part of one that a carriage return ends, with what ends it. */
interface Piece {
	readonly line: number;
	readonly text: string;
	readonly lineEnd: string;
}

/** A row while it is being read; `quoted` is the content so far of a quoted cell that is still open. */
interface RowInReading {
	readonly line: number;
	/** Everything that was read of it. */
	readonly pieces: Piece[];
	cells: string[];
	quoted: string | null;
	/** Where the last quote was opened. */
	quoteLine: number;
}

type Progress = "complete" | "open" | { reason: string };

/**
 * Reads the rows of CSV (RFC 4180) with any delimiter. Blanks around cells are dropped unless `keepsBlanks`, those inside quotes kept; empty lines yield no row. A
 * quote inside a cell that is not quoted is a character like any other, as in spreadsheets. A malformed row is refused on its own: reading
 * continues with the next line. So it does where a quote was opened by mistake: the lines that it swallowed are read again, each by itself.
 */
export function createRowReader(delimiter: string, options: { keepsBlanks?: boolean } = {}): RowReader {
	const readCells = createCellReader(delimiter, options.keepsBlanks ?? false);
	let row: RowInReading | null = null;
	let usualCells: number | undefined;
	const pushPiece = (piece: Piece, rows: TableRow[]) => {
		if (row === null && isBlank(piece.text)) return;
		row ??= begunAt(piece.line);
		row.pieces.push(piece);
		const progress = readCells(row, piece);
		if (progress === "open" && (row.quoted?.length ?? 0) <= MAX_LINE_BYTES) return;
		const finished = row;
		row = null;
		if (progress === "complete" && !hasSwallowed(finished, usualCells, readCells)) {
			usualCells = finished.cells.length;
			rows.push({ line: finished.line, cells: finished.cells });
		} else giveUp(finished, progress, rows);
	};
	/** Refuses the line on which a row begins, and reads the others again. */
	const giveUp = ({ line, pieces, quoteLine }: RowInReading, progress: Progress, rows: TableRow[]) => {
		const [, ...others] = pieces;
		const lastLine = others.at(-1)?.line ?? line;
		if (typeof progress === "object" && lastLine === line) rows.push({ line, reason: progress.reason });
		else if (lastLine === line) rows.push({ line, reason: "a quote is opened and not closed" });
		else rows.push({ line, reason: `a quote opened in line ${quoteLine} goes on to line ${lastLine}` });
		for (const piece of others) pushPiece(piece, rows);
	};
	const endRows = (rows: TableRow[]) => {
		while (row !== null) {
			const open: RowInReading = row;
			row = null;
			giveUp(open, "open", rows);
		}
	};
	return {
		push(read, rows) {
			if ("reason" in read) {
				endRows(rows);
				rows.push(read);
			} else if (read.text.includes("\r")) {
				// A carriage return alone ends a line, too, but is kept inside quotes.
				const texts = read.text.split("\r");
				for (const [at, text] of texts.entries())
					pushPiece({ line: read.line, text, lineEnd: at === texts.length - 1 ? "\n" : "\r" }, rows);
			} else {
				pushPiece({ line: read.line, text: read.text, lineEnd: "\n" }, rows);
			}
		},
		end: endRows,
	};
}

function begunAt(line: number): RowInReading {
	return { line, pieces: [], cells: [], quoted: null, quoteLine: line };
}

function isBlank(text: string): boolean {
	return text === "" || text.trim() === "";
}

/**
 * Whether a row over several lines holds others, as after a quote that was opened by mistake and closed by the next one: a line that by itself has as many cells
 * as rows have, a barcode among them. If the row has another number of cells, a barcode is enough.
 */
function hasSwallowed(row: RowInReading, usualCells: number | undefined, readCells: ReadCells): boolean {
	if (row.pieces.length === 1) return false;
	const isOdd = usualCells !== undefined && usualCells > 1 && row.cells.length !== usualCells;
	const hasShortCode = isShortCode(row.cells[0]);
	return row.pieces.slice(1).some((piece) => {
		const alone = begunAt(piece.line);
		const isOpen = readCells(alone, piece) !== "complete";
		const { cells } = alone;
		const hasBarcode = cells.some(isBarcode) || (hasShortCode && cells.length > 1 && isShortCode(cells[0]));
		return (
			hasBarcode && (isOpen || isOdd || cells.length === row.cells.length || cells.length === usualCells)
		);
	});
}

/** A number alone, in what spreadsheets put around it. */
const CODE = /^(?:="|')?(\d{4,14})"?$/;
const SHORTEST_BARCODE = 7;

function isBarcode(cell: string): boolean {
	return (CODE.exec(cell)?.[1]?.length ?? 0) >= SHORTEST_BARCODE;
}

function isShortCode(cell = ""): boolean {
	return CODE.test(cell) && !isBarcode(cell);
}

type ReadCells = (row: RowInReading, piece: Piece) => Progress;

/** @returns a function that reads the cells of one further line into a row. */
function createCellReader(delimiter: string, keepsBlanks: boolean): ReadCells {
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
	const readQuotedCell = (row: RowInReading, piece: Piece, start: number): number | Progress => {
		const { text } = piece;
		if (row.quoted === null) row.quoteLine = piece.line;
		const end = closingQuote(row, piece, row.quoted === null ? start + 1 : start);
		if (end === -1) return "open";
		row.cells.push(row.quoted ?? "");
		row.quoted = null;
		const next = skipBlanks(text, end);
		if (next >= text.length || text.startsWith(delimiter, next)) return next;
		return { reason: `cell ${row.cells.length} goes on after its closing quote` };
	};
	return (row, piece) => {
		const { text } = piece;
		let at = 0;
		for (;;) {
			const first = row.quoted === null ? skipBlanks(text, at) : at;
			const isQuoted = row.quoted !== null || text.charCodeAt(first) === 0x22;
			if (isQuoted || !keepsBlanks) at = first;
			const end = isQuoted ? readQuotedCell(row, piece, at) : readPlainCell(row, text, at);
			if (typeof end !== "number") return end;
			if (end >= text.length) return "complete";
			if (row.cells.length >= MOST_CELLS) return { reason: `the row has more than ${MOST_CELLS} cells` };
			at = end + 1;
		}
	};
}

/** Takes the content of a quoted cell up to its closing quote into the row. @returns the position behind it, or -1 where it goes on in the next line. */
function closingQuote(row: RowInReading, { text, lineEnd }: Piece, start: number): number {
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
