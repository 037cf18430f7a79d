import { textCell } from "../../../src/platform/csv-cell.ts";

/** Rows of cells as CSV, or with tabs between the cells. Cells are defused: none is taken for a formula by a spreadsheet. */
function csvText(rows: readonly (readonly Cell[])[], delimiter: "," | "\t"): string {
	const written = (cell: Cell) => (typeof cell === "number" ? String(cell) : textCell(cell));
	return rows.map((cells) => `${cells.map(written).join(delimiter)}\r\n`).join("");
}

/** Numbers are no formulas, negative ones neither. */
type Cell = string | number;

/** What a row has for each column. */
export type Cells = Readonly<Record<string, Cell>>;

/** Rows by the names of their columns; a column that a row does not name is empty in it. */
export function csvTable(
	columns: readonly string[],
	rows: readonly Cells[],
	delimiter: "," | "\t" = ",",
): string {
	return csvText([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))], delimiter);
}
