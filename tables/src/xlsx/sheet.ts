import { NOT_CALCULATED } from "../cell-errors.ts";
import { MOST_CELLS, type TableRow } from "../csv-row.ts";
import { shortName } from "../reading-words.ts";
import { UnreadableTable } from "../unreadable-table.ts";
import { createRepeater, type MergedCells } from "./merged-cells.ts";
import { type NumberFormat, numberText } from "./number-formats.ts";
import { createTextTaker, lengthened, unescapedControls } from "./shared-texts.ts";
import { type Attributes, readXml } from "./xml.ts";

/** What the sheets of a workbook share. */
export interface SheetContext {
	readonly texts: readonly string[];
	readonly formatOf: (style: number) => NumberFormat;
	/** Whether days count from 1904, as in workbooks of old Macs. */
	readonly uses1904: boolean;
}

const MOST_ROWS = 1_048_576;
/** Empty cells between others, which take no bytes: a row of fifty bytes can claim thousands of them. */
const MOST_EMPTY_CELLS = 50_000_000;
/** Of all cells together: a few bytes can name a shared text that is long. */
const MOST_CHARACTERS = 2_000_000_000;

/** A cell while it is being read. */
interface CellInReading {
	readonly column: number;
	readonly type: string;
	readonly style: number;
	value: string;
	hasFormula: boolean;
}

/**
 * The rows of a sheet that hold something, read while it is unpacked; each with its number in the sheet, and without the empty cells at its end.
 * @throws UnreadableTable
 */
export function* readSheet(
	pieces: Iterable<Uint8Array>,
	context: SheetContext,
	merged: readonly MergedCells[] = [],
): Generator<TableRow> {
	const rows: TableRow[] = [];
	for (const _ of readXml(pieces, sheetHandler(context, merged, rows))) yield* rows.splice(0);
}

function sheetHandler(context: SheetContext, merged: readonly MergedCells[], rows: TableRow[]) {
	const inline = createTextTaker();
	const repeater = createRepeater(merged);
	let line = 0;
	let cells: string[] = [];
	let dates: number[] = [];
	let emptyCells = 0;
	let characters = 0;
	let column = -1;
	let cellsInRow = 0;
	let cell: CellInReading | undefined;
	let isInValue = false;
	const endCell = () => {
		if (!cell) return;
		const text = cell.type === "inlineStr" ? inline.take() : textOf(cell, context);
		if (text !== "") {
			emptyCells += Math.max(0, cell.column - cells.length);
			characters += text.length;
			put(cells, cell.column, text);
			if (isDate(cell, context)) dates.push(cell.column);
		}
		cell = undefined;
	};
	const endRow = () => {
		if (emptyCells > MOST_EMPTY_CELLS || characters > MOST_CHARACTERS)
			throw new UnreadableTable("is too large: it has too many cells");
		if (cells.length === 0) return;
		const repeated = repeater.fill(line, cells);
		rows.push({
			line,
			cells,
			...(dates.length > 0 ? { dates } : {}),
			...(repeated.length > 0 ? { repeated } : {}),
		});
	};
	return {
		open(name: string, attribute: Attributes) {
			if (name === "row") {
				line = lineOf(attribute("r"), line);
				cells = [];
				dates = [];
				column = -1;
				cellsInRow = 0;
			} else if (name === "c") {
				column = columnOf(attribute("r")) ?? column + 1;
				// A row may name the same column again and again.
				if (Math.max(column, cellsInRow++) >= MOST_CELLS) throw tooWide();
				cell = newCell(column, attribute);
			} else if (name === "v") isInValue = true;
			else if (name === "f" && cell) cell.hasFormula = true;
			else inline.open(name);
		},
		text(text: string) {
			if (isInValue && cell) cell.value = lengthened(cell.value, text);
			else inline.text(text);
		},
		close(name: string) {
			if (name === "v") isInValue = false;
			else if (name === "c") endCell();
			else if (name === "row") endRow();
			else inline.close(name);
		},
	};
}

function tooWide(): UnreadableTable {
	return new UnreadableTable(`is too wide: it has more than ${MOST_CELLS} columns`);
}

function newCell(column: number, attribute: Attributes): CellInReading {
	const style = Number(attribute("s") ?? 0);
	return { column, type: attribute("t") ?? "n", style, value: "", hasFormula: false };
}

function put(cells: string[], column: number, text: string): void {
	while (cells.length < column) cells.push("");
	cells[column] = text;
}

function lineOf(given: string | undefined, last: number): number {
	const line = given === undefined ? last + 1 : Number(given);
	if (Number.isInteger(line) && line > 0 && line <= MOST_ROWS) return line;
	throw new UnreadableTable(
		`is not a workbook that can be read: it has a row ${shortName(given ?? String(line))}`,
	);
}

/** The place of a column, from 0, by a cell's name such as `AB12`. */
function columnOf(name: string | undefined): number | undefined {
	if (name === undefined) return undefined;
	let column = 0;
	for (let at = 0; at < name.length; at++) {
		const letter = name.charCodeAt(at) & ~0x20;
		if (letter < 0x41 || letter > 0x5a) break;
		column = Math.min(column * 26 + letter - 0x40, MOST_CELLS + 1);
	}
	return column === 0 ? undefined : column - 1;
}

/** Whether a cell holds a day or a time, which a spreadsheet makes of what looks like one. */
function isDate({ type, value, style }: CellInReading, { formatOf }: SheetContext): boolean {
	return value !== "" && (type === "d" || (type === "n" && formatOf(style).kind === "date"));
}

function textOf({ type, value, style, hasFormula }: CellInReading, context: SheetContext): string {
	if (value === "") return hasFormula && type !== "str" ? NOT_CALCULATED : "";
	if (type === "s") return context.texts[Number(value)] ?? "";
	if (type === "b") return value === "1" ? "TRUE" : "FALSE";
	if (type !== "n") return unescapedControls(value);
	const number = Number(value);
	return Number.isFinite(number) ? numberText(number, context.formatOf(style), context.uses1904) : value;
}
