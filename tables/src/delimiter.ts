import { createRowReader, type TableRow } from "./csv-row.ts";
import type { TextLine } from "./lines.ts";

/** The character between the cells of a text. */
export interface FoundDelimiter {
	readonly character: string;
	/** Whether it separates any cells; false for a single column. */
	readonly separates: boolean;
}

/** Titles, addresses and dates stand in so many rows above a header at most. */
export const MOST_TITLES = 20;

/** Where two would do, the first: a comma may stand in a cell as a decimal sign. */
const CANDIDATES = ["\t", ";", "|", ","] as const;
const USUAL = ",";

/** What spreadsheets write, and read, as the first line. */
const DECLARED = /^\s*"?sep=(.)\1*"?\s*$/i;

/** The delimiter that the first line declares as `sep=;`. */
export function declaredDelimiter(line: TextLine | undefined): string | undefined {
	return line && "text" in line ? DECLARED.exec(line.text)?.[1] : undefined;
}

/**
 * The delimiter of which the first lines of a text make a table: one that gives a header, then one that gives the same number of cells in most
 * rows, then the one that gives more cells. @param isHeader whether a row is certainly a header.
 */
export function guessDelimiter(
	lines: readonly TextLine[],
	isHeader: (cells: readonly string[]) => boolean,
): FoundDelimiter {
	const judged = CANDIDATES.map((character) => ({ character, ...judge(rowsOf(lines, character), isHeader) }));
	const [best] = judged
		.filter(({ hasHeader, alike, cells }) => cells > 1 && (hasHeader || alike >= 0.5))
		.sort(
			(one, other) =>
				Number(other.hasHeader) - Number(one.hasHeader) || other.alike - one.alike || other.cells - one.cells,
		);
	return best ? { character: best.character, separates: true } : { character: USUAL, separates: false };
}

export function rowsOf(lines: readonly TextLine[], delimiter: string): TableRow[] {
	const reader = createRowReader(delimiter);
	const rows: TableRow[] = [];
	for (const line of lines) reader.push(line, rows);
	reader.end(rows);
	return rows;
}

interface Judgement {
	readonly hasHeader: boolean;
	/** The most frequent number of cells among the rows with more than one. */
	readonly cells: number;
	/** The share of rows that have this number. */
	readonly alike: number;
}

function judge(rows: readonly TableRow[], isHeader: (cells: readonly string[]) => boolean): Judgement {
	const counts = new Map<number, number>();
	let hasHeader = false;
	for (const [at, row] of rows.entries()) {
		if ("reason" in row || row.cells.length < 2) continue;
		hasHeader ||= at <= MOST_TITLES && isHeader(row.cells);
		// The quotes of a cell that the delimiter has torn apart.
		if (!row.cells.some(isTorn)) counts.set(row.cells.length, (counts.get(row.cells.length) ?? 0) + 1);
	}
	const [cells = 0, alike = 0] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
	// One line with a comma in it is a sentence.
	const isTable = rows.length > 1;
	return {
		hasHeader,
		cells: hasHeader ? Math.max(cells, 2) : cells,
		alike: isTable ? alike / rows.length : 0,
	};
}

/** Whether a quote is opened in the middle of a cell, behind a character that must be the delimiter then. */
function isTorn(cell: string): boolean {
	return cell.includes('"') && /[,;\t|]\s*"[^"]*$/.test(cell);
}
