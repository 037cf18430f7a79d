import { isRoundedNumber, readBarcodeCell } from "@packshot/tables/barcode-cell";
import { cellError, isDateText, MADE_A_DATE } from "@packshot/tables/cell-errors";
import type { ReadRow } from "@packshot/tables/csv-row";
import { hasDecimalComma } from "../../catalogue/fields/field-kinds.ts";
import { quoted } from "./mismatch.ts";
import {
	type Column,
	daysMeant,
	type Header,
	isDayColumn,
	isTimeColumn,
	losesStatus,
} from "./table-columns.ts";

/** Why nothing can be imported from a cell: an error of the spreadsheet, or a date that it made. @param isDate whether its workbook shows a day or a time */
export function cellProblem(column: Column, cell: string, isDate = false): string | undefined {
	const error =
		cellError(cell) ??
		dayProblem(column, cell) ??
		(isDate || isMeasureDate(column, cell) ? dateProblem(column, cell) : undefined);
	return error && `${column.path.join(".")}: ${error}`;
}

/** No field holds a day, but those of certificates and those that an import ignores: a spreadsheet takes `5/16` and `1-2` for one. */
function dateProblem(column: Column, cell: string): string | undefined {
	if (isTimeColumn(column) || isDayColumn(column)) return undefined;
	return `${MADE_A_DATE}, found ${quoted(cell)}`;
}

/** Why a day of a certificate cannot be told from what a cell is read as. */
function dayProblem(column: Column, cell: string): string | undefined {
	const read = isDayColumn(column) ? column.parse(cell) : undefined;
	if (typeof read !== "string") return undefined;
	const [day, other] = daysMeant(read);
	if (other !== undefined)
		return `may be ${day} or ${other}, write it as one of these (year, month, day), found ${quoted(cell)}`;
	return /^\d{5}(?:\.\d+)?$/.test(read)
		? `a spreadsheet's number of a day, format the column as a date and save the file again, found ${quoted(cell)}`
		: undefined;
}

function isMeasureDate({ path: [scope, field] }: Column, cell: string): boolean {
	return (scope === "nutrition" || field === "net_weight") && isDateText(cell);
}

const TOTAL =
	/^(?:(?:grand|sub)[- ]?)?totals?\b|^sum\b|^(?:gesamt|zwischen)?summe\b|^(?:ins)?gesamt\b|^suma\b|^totale\b|^(?:eind)?totaal\b|^סה["״']{0,2}כ|^סך הכל|^(?:итого|всего)(?!\p{L})/iu;
const FIGURE = /^[\p{Sc}\s.,%'()+-]*\d[\d\s.,%'()+-]*[\p{L}\p{Sc}]{0,10}\.?$/u;
/** In a table of two columns, a name alone may be a product whose barcode is missing. */
const FEWEST_COLUMNS = 3;

/** Whether a row is no product but a title between them, or their sum: nobody could mend it. */
export function isTitleOrTotal({ columns, barcodeAt }: Header, { cells, repeated = [] }: ReadRow): boolean {
	const barcode = cells[barcodeAt] ?? "";
	if (/\d{4}/.test(barcode) || isRoundedNumber(barcode) || "digits" in readBarcodeCell(barcode)) return false;
	const filled = cells.filter((cell, at) => cell !== "" && !repeated.includes(at));
	const total = filled.find((cell) => TOTAL.test(cell));
	if (total !== undefined && filled.every((cell) => cell === total || FIGURE.test(cell))) return true;
	const isPadded = cells.length >= columns.length || repeated.length > 0;
	const isTitle = barcode === "" ? columns.length >= FEWEST_COLUMNS : /\p{L}{2}/u.test(barcode);
	return filled.length === 1 && isPadded && isTitle;
}

/** What a person is told about the cells of a row that is imported. */
export function remarksOn(columns: Header["columns"], cells: readonly string[]): string[] {
	const withComma = columns.filter((column, at) => column && hasDecimalComma(cells[at] ?? ""));
	const lost = losesStatus(columns, cells) ? ["kosher statuses left out, of rows that name no hechsher"] : [];
	const read = withComma.flatMap((column) => {
		const [scope, field] = column?.path ?? [];
		if (scope === "nutrition") return ["decimal commas read as points"];
		return field === "net_weight" ? ["net weights with a decimal comma, kept as printed"] : [];
	});
	return [...lost, ...read];
}
