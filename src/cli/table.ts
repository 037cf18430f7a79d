import { printableText } from "../platform/plain-text.ts";

export interface Column<Row> {
	readonly head: string;
	readonly text: (row: Row) => string;
	/** Right-aligned, for numbers. */
	readonly right?: boolean;
}

const GAP = "  ";

/** Lines of a table: a header and a line for each row, or one saying that there are no rows. */
export function tableLines<Row>(
	rows: readonly Row[],
	columns: readonly Column<Row>[],
	whenEmpty: string,
): string[] {
	if (rows.length === 0) return [whenEmpty];
	const cells = [
		columns.map(({ head }) => head),
		...rows.map((row) => columns.map(({ text }) => printableText(text(row)))),
	];
	const widths = columns.map((_, place) => Math.max(...cells.map((line) => (line[place] ?? "").length)));
	return cells.map((line) => lineOf(line, columns, widths));
}

function lineOf<Row>(
	cells: readonly string[],
	columns: readonly Column<Row>[],
	widths: readonly number[],
): string {
	return cells
		.map((cell, place) => {
			const width = widths[place] ?? 0;
			return columns[place]?.right ? cell.padStart(width) : cell.padEnd(width);
		})
		.join(GAP)
		.trimEnd();
}
