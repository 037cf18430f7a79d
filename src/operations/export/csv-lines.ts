import { isDeepStrictEqual } from "node:util";
import { MAX_LINE_BYTES } from "@packshot/tables/lines";
import { EMPTY_RECORD, mergeRecord, type StoredRecord } from "../../catalogue/stored/record.ts";
import type { MetadataChange } from "../../catalogue/writing/metadata-change.ts";
import { checkMetadata } from "../../imports/formats/metadata-line.ts";
import { cellProblem } from "../../imports/formats/row-checks.ts";
import { type Column, lineOfRow, WRITTEN_COLUMNS } from "../../imports/formats/table-columns.ts";
import { importShape } from "./product-lines.ts";

export const TABLE_HEADER = WRITTEN_COLUMNS.map(({ path }) => path.join(".")).join(",");
/** The header row, with its line break. */
export const CSV_HEADER = `${TABLE_HEADER}\n`;

/** The cells of a product, whether or not an import could read all of it back from them. */
export function cataloguedRow(barcode: string, record: StoredRecord): string[] {
	const shape = importShape(barcode, record);
	return WRITTEN_COLUMNS.map(({ path }) => cellOf(path, shape));
}

/**
 * The CSV row of a product, with its line break; undefined where CSV cannot hold all of it: certificates, names of agencies, an empty text (as opposed to
 * none), a scope without a value, a list item with a semicolon. Texts are written verbatim, even those that a spreadsheet would
 * take for a formula: an import has to get back what was exported.
 */
export function csvLine(barcode: string, record: StoredRecord): string | undefined {
	if (record.certificates !== null) return undefined;
	const shape = importShape(barcode, record);
	const cells = WRITTEN_COLUMNS.map(({ path }) => cellOf(path, shape));
	// Line ends are always read as LF, so a CR would be lost; and what spreadsheets make of cells is refused.
	const isLost = (cell: string, column: Column) =>
		cell.includes("\r") || cellProblem(column, cell) !== undefined;
	if (WRITTEN_COLUMNS.some((column, at) => isLost(cells[at] ?? "", column))) return undefined;
	const line = `${cells.map(quotedCell).join(",")}\n`;
	if (Buffer.byteLength(line) > MAX_LINE_BYTES || !says(cells, shape)) return undefined;
	return line;
}

/** Whether importing the row gives the same product as importing its NDJSON line. */
function says(cells: readonly string[], shape: Readonly<Record<string, unknown>>): boolean {
	const read = checkMetadata(lineOfRow(WRITTEN_COLUMNS, cells).line);
	if ("reason" in read) return false;
	return isDeepStrictEqual(made(read.change), made(shape as MetadataChange));
}

function made(change: MetadataChange): StoredRecord {
	return mergeRecord(EMPTY_RECORD, change, 0).record;
}

function cellOf(path: readonly string[], shape: Readonly<Record<string, unknown>>): string {
	let value: unknown = shape;
	for (const key of path) value = (value as Record<string, unknown> | null | undefined)?.[key];
	if (value === null || value === undefined) return "";
	return Array.isArray(value) ? value.map(itemText).join(";") : String(value);
}

/** An item of a list: an allergen, or a hechsher as `SYMBOL:dairy_meat_pareve`. */
function itemText(item: string | { readonly symbol: string; readonly dairy_meat_pareve?: string }): string {
	if (typeof item === "string") return item;
	return item.dairy_meat_pareve ? `${item.symbol}:${item.dairy_meat_pareve}` : item.symbol;
}

function quotedCell(cell: string): string {
	return /^\s|\s$|[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
