import {
	type BarcodeCell,
	hasRightCheckDigit,
	isProduceCode,
	isRoundedNumber,
	readBarcodeCell,
} from "./barcode-cell.ts";
import { type ColumnKind, columnKind, plainName } from "./column-names.ts";
import type { TableRow } from "./csv-row.ts";
import { MOST_TITLES } from "./delimiter.ts";
import { shortName } from "./reading-words.ts";
import { UnreadableTable } from "./unreadable-table.ts";

/** A row below the header. */
export interface BarcodeRow {
	readonly line: number;
	/** The cell as it is in the table. */
	readonly text: string;
	readonly barcode: BarcodeCell;
}

/** A column that may hold the barcodes. */
export interface TableColumn {
	/** From 1. */
	readonly number: number;
	/** Empty where the table has no header. */
	readonly name: string;
	/** Cells that are barcodes. */
	readonly barcodes: number;
}

/** The barcodes of a table. */
export interface BarcodeTable {
	readonly column: TableColumn;
	readonly columns: readonly TableColumn[];
	/** Undefined where there is no header. */
	readonly headerLine: number | undefined;
	/** From the top down; rows without any cell are left out. */
	readonly rows: readonly BarcodeRow[];
}

interface CellRow {
	readonly line: number;
	readonly cells: readonly string[];
}

interface Layout {
	readonly header: CellRow | undefined;
	readonly body: readonly TableRow[];
}

/** Whether a row is certainly the header of a list of products: one of several cells is named like a barcode. */
export function isBarcodeHeader(cells: readonly string[]): boolean {
	return cells.length > 1 && cells.some(isBarcodeName);
}

/**
 * Finds the column of a table that holds barcodes, by what its name says and by how many of its cells have the right check digit; numbers of
 * four or five digits count as produce codes only where the name says so or nothing better is there.
 * @param wanted name or number, from 1, of the column @throws UnreadableTable when there is no such column, or none with barcodes
 */
export function findBarcodes(rows: readonly TableRow[], wanted?: string): BarcodeTable {
	const { header, body } = layoutOf(rows);
	const cellRows = body.filter(isCellRow);
	const names = header?.cells ?? [];
	const count = cellRows.reduce((most, { cells }) => Math.max(most, cells.length), names.length);
	if (count === 0) throw nothingIn(body);
	const judged = Array.from({ length: count }, (_, place) => judge(cellRows, place, names[place] ?? ""));
	const columns = judged.map(({ barcodes }, place) => ({
		number: place + 1,
		name: (names[place] ?? "").trim(),
		barcodes,
	}));
	const place = wanted === undefined ? bestOf(judged, columns) : placeNamed(columns, wanted);
	const column = columns[place];
	if (!column) throw nothingIn(body);
	return { column, columns, headerLine: header?.line, rows: rowsOf(body, place, column.name) };
}

function nothingIn(rows: readonly TableRow[]): UnreadableTable {
	const broken = rows.find((row) => "reason" in row);
	if (!broken || !("reason" in broken)) return new UnreadableTable("is empty");
	return new UnreadableTable(`has nothing that can be read: line ${broken.line}, ${broken.reason}`);
}

function isCellRow(row: TableRow): row is CellRow & TableRow & { cells: string[] } {
	return "cells" in row && row.cells.some((cell) => cell.trim() !== "");
}

/** The rows of lines without columns, without a header and the titles above it. */
export function rowsBelowHeader(rows: readonly TableRow[]): readonly TableRow[] {
	const { header, body } = layoutOf(rows);
	return header?.cells.some(isBarcodeName) ? body : rows;
}

function layoutOf(rows: readonly TableRow[]): Layout {
	const top = rows.slice(0, 100).filter(isCellRow);
	const width = usualWidth(top);
	const titles = top.slice(0, MOST_TITLES);
	const header =
		titles.find((row) => row.cells.some(isBarcodeName) && (width === 1 || filledCells(row) > 1)) ??
		titles.find((row) => filledCells(row) * 2 > width && isNames(row));
	const first = header ?? titles.find((row) => filledCells(row) * 2 > width) ?? top[0];
	const start = first === undefined ? 0 : rows.indexOf(first);
	return { header, body: rows.slice(header ? start + 1 : start) };
}

function usualWidth(rows: readonly CellRow[]): number {
	const counts = new Map<number, number>();
	for (const row of rows) counts.set(filledCells(row), (counts.get(filledCells(row)) ?? 0) + 1);
	return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

function filledCells({ cells }: CellRow): number {
	return cells.filter((cell) => cell.trim() !== "").length;
}

function isBarcodeName(cell: string): boolean {
	return cell !== "" && cell.length <= 60 && /^barcode|^produce/.test(columnKind(cell)) && isWord(cell);
}

function isNames({ cells }: CellRow): boolean {
	return cells.every(isWord) && cells.some((cell) => /\p{L}/u.test(cell));
}

/** Whether a cell could be the name of a column: no digits alone. */
function isWord(cell: string): boolean {
	return !/\d{4}/.test(cell) && !/^[\d\s.,%-]*\d[\d\s.,%-]*$/.test(cell);
}

interface Judgement {
	readonly barcodes: number;
	readonly score: number;
}

/** Points of a column for its name, and for a table full of cells of a kind. */
const POINTS: Readonly<
	Record<ColumnKind, Readonly<Record<"name" | "valid" | "code" | "short" | "none", number>>>
> = {
	barcode: { name: 5, valid: 10, code: 2, short: 2, none: 0 },
	case: { name: 3, valid: 10, code: 2, short: 0.5, none: 0 },
	produce: { name: 3, valid: 10, code: 2, short: 6, none: 0 },
	code: { name: 0.5, valid: 10, code: 2, short: 0.5, none: 0 },
	unknown: { name: 0, valid: 10, code: 2, short: 0.4, none: 0 },
	other: { name: -3, valid: 10, code: 0, short: 0, none: 0 },
};

function judge(rows: readonly CellRow[], place: number, name: string): Judgement {
	const kind = columnKind(name);
	const points = POINTS[kind];
	let barcodes = 0;
	let sum = 0;
	for (const { cells } of rows) {
		const cell = cells[place] ?? "";
		if (cell === "") continue;
		const read = readBarcodeCell(cell);
		if ("digits" in read) {
			barcodes++;
			sum += points[numberKind(read.digits, kind)];
		} else if (isRoundedNumber(cell)) sum += points.code;
	}
	return { barcodes, score: points.name + sum / Math.max(1, rows.length) };
}

/** What a number in a column of this kind could be. */
function numberKind(digits: string, column: ColumnKind): "valid" | "code" | "short" | "none" {
	const isNamed = column === "barcode" || column === "case";
	if (!isNamed && DAY.test(digits)) return "none";
	if (hasRightCheckDigit(digits)) return "valid";
	if (digits.length > 5) return "code";
	return isNamed || isProduceCode(digits) ? "short" : "none";
}

/** A day such as 20261123, of which every tenth would have the right check digit of a barcode. */
const DAY = /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

function bestOf(judged: readonly Judgement[], columns: readonly TableColumn[]): number {
	if (judged.length === 1) return 0;
	const best = judged.reduce((one, { score }, place) => (score > (judged[one]?.score ?? 0) ? place : one), 0);
	if ((judged[best]?.score ?? 0) > 0) return best;
	throw new UnreadableTable(`has no column with barcodes. There are: ${listed(columns)}`);
}

function placeNamed(columns: readonly TableColumn[], wanted: string): number {
	const named = columns.findIndex(({ name }) => name !== "" && plainName(name) === plainName(wanted));
	if (named >= 0) return named;
	const number = /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0;
	if (number >= 1 && number <= columns.length) return number - 1;
	throw new UnreadableTable(`has no column "${wanted}". There are: ${listed(columns)}`);
}

const MOST_LISTED = 30;

function listed(columns: readonly TableColumn[]): string {
	const named = columns
		.slice(0, MOST_LISTED)
		.map(({ number, name }) => (name === "" ? `${number}` : `${number} "${shortName(name)}"`));
	return `${named.join(", ")}${columns.length > MOST_LISTED ? ", …" : ""}`;
}

function rowsOf(body: readonly TableRow[], place: number, name: string): BarcodeRow[] {
	const rows: BarcodeRow[] = [];
	for (const row of body) {
		if ("reason" in row) rows.push({ line: row.line, text: "", barcode: { problem: row.reason } });
		else if (isCellRow(row)) {
			const text = (row.cells[place] ?? "").trim();
			const isHeaderAgain = name !== "" && text === name;
			if (!isHeaderAgain) rows.push({ line: row.line, text, barcode: readBarcodeCell(text) });
		}
	}
	return rows;
}
