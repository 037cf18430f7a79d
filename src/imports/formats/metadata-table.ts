import { isExplained, readBarcodeCell, spreadsheetNumber } from "@packshot/tables/barcode-cell";
import { MOST_CELLS, type ReadRow, type TableRow } from "@packshot/tables/csv-row";
import { MOST_TITLES } from "@packshot/tables/delimiter";
import { openTable } from "@packshot/tables/open-table";
import { isUsual, readingInWords } from "@packshot/tables/reading-words";
import { UnreadableTable } from "@packshot/tables/unreadable-table";
import type { OnRemark, ReadingReports } from "../report.ts";
import type { Mapping } from "./mapping/column-mapping.ts";
import { checkMetadata, type MetadataLine } from "./metadata-line.ts";
import { quoted } from "./mismatch.ts";
import { cellProblem, isTitleOrTotal, remarksOn } from "./row-checks.ts";
import {
	type Header,
	hasBarcodeColumn,
	headerName,
	knownNames,
	lineOfRow,
	type PictureUrls,
	readHeader,
	readMappedHeader,
} from "./table-columns.ts";

/** What a person says about a table; the file decides the rest. */
export interface TableChoices {
	/** Import columns for column names of their own. */
	readonly mapping?: Mapping | undefined;
	readonly encoding?: string | undefined;
	readonly delimiter?: string | undefined;
	readonly sheet?: string | undefined;
}

type HeaderRow = { readonly line: number } & (Header | { readonly reason: string });

/**
 * Reads metadata from a table with a header row of `barcode` and dotted keys; rows above it are titles. Every row yields a change or the reason why
 * it was refused; rows without any content yield nothing. An unusable header refuses the whole file, reported for the header's line.
 */
export async function* readMetadataTable(
	chunks: AsyncIterable<Uint8Array>,
	{ mapping, ...choices }: TableChoices = {},
	{ onRead, onRemark = () => undefined }: ReadingReports = {},
): AsyncGenerator<MetadataLine> {
	const isHeader = isHeaderOf(mapping);
	const table = await openTable(chunks, { ...choices, isHeader, refusesDoubt: true });
	const rows = table.rows[Symbol.asyncIterator]();
	let headerLine: number | undefined;
	let names: readonly string[] | undefined;
	try {
		const header = await findHeader(rows, isHeader, mapping);
		headerLine = header?.line;
		if (header && "names" in header) names = header.names;
		if (header && "reason" in header) yield { line: header.line, reason: header.reason };
		else if (header)
			yield* linesBelow(header, rows, { isWorkbook: table.reading().kind === "workbook", onRemark });
	} finally {
		await rows.return?.();
		const reading = table.reading();
		onRead?.({ words: readingInWords(reading, headerLine), isUsual: isUsual(reading, headerLine), names });
	}
}

/** What is wrong with the header of a table for a mapping; undefined if it has all its columns. */
export async function headerProblem(
	chunks: AsyncIterable<Uint8Array>,
	{ mapping, ...choices }: TableChoices,
): Promise<string | undefined> {
	const isHeader = isHeaderOf(mapping);
	try {
		const rows = (await openTable(chunks, { ...choices, isHeader, refusesDoubt: true })).rows[
			Symbol.asyncIterator
		]();
		const header = await findHeader(rows, isHeader, mapping);
		await rows.return?.();
		return header && "reason" in header ? header.reason : undefined;
	} catch (error) {
		if (error instanceof UnreadableTable) return error.message;
		throw error;
	}
}

function isHeaderOf(mapping: Mapping | undefined): (cells: readonly string[]) => boolean {
	if (mapping === undefined) return hasBarcodeColumn;
	return (cells) => isMapped(cells, mapping) || isOwn(cells);
}

function isMapped(cells: readonly string[], mapping: Mapping): boolean {
	const names = new Set(cells.map(headerName));
	return [...mapping.keys()].every((name) => names.has(name));
}

/** Whether a row is the header of a table of ours, which needs no mapping. */
function isOwn(cells: readonly string[]): boolean {
	return hasBarcodeColumn(cells) && !("reason" in readHeader(cells));
}

type Rows = AsyncIterator<TableRow>;

/** The first row that is certainly the header, or what is wrong with the one that looks most like it; undefined for an empty table. */
async function findHeader(
	rows: Rows,
	isHeader: (cells: readonly string[]) => boolean,
	mapping: Mapping | undefined,
): Promise<HeaderRow | undefined> {
	const headerOf = (cells: readonly string[]) =>
		mapping === undefined || (isOwn(cells) && !isMapped(cells, mapping))
			? readHeader(cells)
			: readMappedHeader(cells, mapping);
	const known = (cells: readonly string[]) =>
		mapping === undefined ? knownNames(cells) : cells.filter((cell) => mapping.has(headerName(cell))).length;
	let likely:
		| { readonly line: number; readonly cells: readonly string[]; readonly likeness: number }
		| undefined;
	let broken: { readonly line: number; readonly reason: string } | undefined;
	for (let seen = 0; seen < MOST_TITLES; seen++) {
		const next = await rows.next();
		if (next.done) break;
		const row = next.value;
		if ("reason" in row) broken ??= row;
		else if (isHeader(row.cells)) return { line: row.line, ...headerOf(row.cells) };
		else {
			const likeness = known(row.cells) * MOST_CELLS + row.cells.filter((cell) => cell !== "").length;
			if (likeness > (likely?.likeness ?? 0)) likely = { ...row, likeness };
		}
	}
	if (broken && (likely?.likeness ?? 0) < MOST_CELLS) return broken;
	return likely && { line: likely.line, ...headerOf(likely.cells) };
}

interface RowReading {
	readonly isWorkbook: boolean;
	readonly onRemark: OnRemark;
}

async function* linesBelow(
	header: Header,
	rows: Rows,
	{ isWorkbook, onRemark }: RowReading,
): AsyncGenerator<MetadataLine> {
	for (let next = await rows.next(); !next.done; next = await rows.next()) {
		const row = next.value;
		if ("reason" in row) yield row;
		else if (isTitleOrTotal(header, row)) onRemark(row.line, "rows with a title or a total, skipped");
		else if (row.cells.some((cell) => cell !== "") && !isHeaderAgain(header, row.cells)) {
			const checked = checkRow(header, row, isWorkbook);
			if ("change" in checked) {
				for (const remark of remarksOn(header.columns, row.cells)) onRemark(row.line, remark);
				yield { line: row.line, ...checked };
			} else yield { line: row.line, ...checked, barcode: barcodeOf(header, row.cells), cells: row.cells };
		}
	}
}

function barcodeOf({ barcodeAt }: Header, cells: readonly string[]): string | undefined {
	const read = readBarcodeCell(cells[barcodeAt] ?? "");
	return "digits" in read ? read.digits : undefined;
}

/** Files that were put together from several have the header of each. */
function isHeaderAgain({ names, barcodeAt }: Header, cells: readonly string[]): boolean {
	if (cells[barcodeAt] !== names[barcodeAt]) return false;
	return names.every((name, at) => headerName(cells[at] ?? "") === name);
}

/** @param isWorkbook whose rows end with their last filled cell */
function checkRow(
	header: Header,
	row: ReadRow,
	isWorkbook: boolean,
): ReturnType<typeof checkMetadata> & { readonly pictures?: PictureUrls } {
	const { columns, unnamed, barcodeAt } = header;
	const { cells } = row;
	if (cells.length !== columns.length) {
		const isShort = isWorkbook && cells.length < columns.length;
		const isPadded =
			cells.length > columns.length && cells.slice(columns.length).every((cell) => cell === "");
		if (!isShort && !isPadded) return { reason: `expected ${columns.length} cells, found ${cells.length}` };
	}
	const stray = unnamed.find((at) => (cells[at] ?? "") !== "");
	if (stray !== undefined)
		return { reason: `cell ${stray + 1} has no name in the header, found ${quoted(cells[stray] ?? "")}` };
	const barcode = cells[barcodeAt] ?? "";
	if (row.repeated?.includes(barcodeAt))
		return { reason: "barcode: its cell is merged with the one above, give each row a barcode of its own" };
	const text = readBarcodeCell(barcode);
	const read = isWorkbook && "digits" in text ? spreadsheetNumber(text.digits) : text;
	if (isExplained(read)) return { reason: `barcode: ${read.problem}, found ${quoted(barcode)}` };
	for (const [at, column] of columns.entries()) {
		const reason = column && cellProblem(column, cells[at] ?? "", row.dates?.includes(at));
		if (reason) return { reason };
	}
	const { line, pictures } = lineOfRow(columns, cells);
	const checked = checkMetadata(line);
	return "change" in checked && Object.keys(pictures).length > 0 ? { ...checked, pictures } : checked;
}
