import { textCell } from "../../platform/csv-cell.ts";

/** Rows of cells as CSV, or separated by tabs. Cells are escaped so that a spreadsheet takes none of them for a formula. */
function csvText(rows: readonly (readonly Cell[])[], delimiter: "," | "\t"): string {
	return rows.map((cells) => `${cells.map(written).join(delimiter)}\r\n`).join("");
}

/** Numbers are never formulas, not even negative ones. */
type Cell = string | number | CellAsIs;

/** A cell of somebody else's table, of which not a character is changed. */
export interface CellAsIs {
	readonly asIs: string;
}

function written(cell: Cell): string {
	if (typeof cell === "number") return String(cell);
	if (typeof cell === "string") return textCell(cell);
	return /[",;\r\n\t]|^\s|\s$/.test(cell.asIs) ? `"${cell.asIs.replaceAll('"', '""')}"` : cell.asIs;
}

/** A row's cells by column. */
export type Cells = Readonly<Record<string, Cell>>;

/** A table of rows; a column missing from a row is empty in it. */
export function csvTable(
	columns: readonly string[],
	rows: readonly Cells[],
	delimiter: "," | "\t" = ",",
): string {
	return csvText([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))], delimiter);
}

/** Certifications as one cell: `SYMBOL:dairy_meat_pareve`, separated by semicolons. */
export function hechshersCell(hechshers: unknown): string {
	const list = (hechshers ?? []) as { symbol: string; dairy_meat_pareve?: string | null }[];
	return list
		.map(({ symbol, dairy_meat_pareve: status }) => (status ? `${symbol}:${status}` : symbol))
		.join(";");
}
