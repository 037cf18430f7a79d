/** What stands in a file or was pasted: its barcodes, each once, and what was taken for none. */
export interface ReadList {
	readonly barcodes: readonly string[];
	/** Cells beside the barcodes' that are none, such as a barcode that a spreadsheet has rounded. */
	readonly others: readonly string[];
}

/** Barcodes that are saved and checked together. */
export const MOST_BARCODES = 5000;

const HEADING = /bar.?code|gtin|\bean|\bupc|ברקוד/i;

/** Reads a pasted text or a CSV file: the column that has the most barcodes, or all words where there are no columns. */
export function readText(text: string): ReadList {
	const lines = linesOf(text.replace(/^\uFEFF/, ""));
	const delimiter = [";", "\t", ","].find((each) => isTable(lines, each));
	return readRows(
		delimiter === undefined ? lines.flatMap(wordsOf) : lines.map((line) => cellsOf(line, delimiter)),
	);
}

/** Reads a table: of the columns the one that has the most barcodes; of two alike the one that is named like one. */
export function readRows(rows: readonly (readonly unknown[])[]): ReadList {
	const texts = rows.map((row) => row.map(textOf));
	const columns = texts.reduce((most, row) => Math.max(most, row.length), 0);
	const scores = Array.from({ length: columns }, (_, column) => {
		const found = texts.filter((row) => isBarcode(row[column] ?? "")).length;
		return found === 0 ? 0 : found + (HEADING.test(texts[0]?.[column] ?? "") ? texts.length : 0);
	});
	const column = scores.indexOf(Math.max(...scores));
	const cells = texts.map((row) => row[column] ?? "").filter((cell) => cell !== "");
	const others = cells.filter((cell, place) => !isBarcode(cell) && !(place === 0 && !/\d{4}/.test(cell)));
	return { barcodes: [...new Set(cells.filter(isBarcode))], others: [...new Set(others)] };
}

export function isBarcode(text: string): boolean {
	return /^\d{4,14}$/.test(text);
}

/** A cell without what people and spreadsheets put around and into barcodes, such as `="0725…"`, and the marks that come along with Hebrew. */
function textOf(cell: unknown): string {
	const text = typeof cell === "number" && Number.isSafeInteger(cell) ? String(cell) : String(cell ?? "");
	const plain = text
		.replace(/\p{Cf}/gu, "")
		.trim()
		.replace(/^="(.*)"$/, "$1")
		.replace(/^'/, "");
	const joined = plain.replace(/\.0+$/, "").replace(/[\s\p{Pd}]/gu, "");
	return isBarcode(joined) ? joined : plain;
}

/** The lines of a text. A quoted cell may hold breaks, which are spaces then; a quote that nothing closes is none. */
function linesOf(text: string): string[] {
	const joined = text.includes('"')
		? text.replace(
				/(^|[,;\t\r\n])"(?:[^"]|"")*"(?=[ ]*(?:[,;\t\r\n]|$))/g,
				(cell, before: string) => before + cell.slice(before.length).replace(/\r\n|\r|\n/g, " "),
			)
		: text;
	return joined.split(/\r\n|\r|\n/);
}

/** Whether at least half of the lines have that many cells as the first, and more than one. */
function isTable(lines: readonly string[], delimiter: string): boolean {
	const full = lines.filter((line) => line.trim() !== "");
	const first = cellsOf(full[0] ?? "", delimiter).length;
	const alike = full.filter((line) => cellsOf(line, delimiter).length === first);
	return first > 1 && full.length > 1 && alike.length * 2 >= full.length;
}

/** The cells of a line; a quoted one may hold the delimiter, and quotes as two. */
function cellsOf(line: string, delimiter: string): string[] {
	const cells: string[] = [];
	let rest = line;
	for (;;) {
		const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest);
		const end = quoted ? quoted[0].length : rest.indexOf(delimiter);
		const isLast = end < 0 || end >= rest.length;
		cells.push(quoted ? (quoted[1] ?? "").replaceAll('""', '"') : rest.slice(0, isLast ? undefined : end));
		if (isLast) return cells;
		rest = rest.slice(quoted && !rest.startsWith(delimiter, end) ? end : end + delimiter.length);
	}
}

/** The words of a line, each a row of its own; a barcode that is written in groups is one word. */
function wordsOf(line: string): string[][] {
	const words = line.split(/[\s,;]+/).filter((word) => word !== "");
	const isGrouped = words.length > 1 && words.some((word) => !isBarcode(word)) && isBarcode(words.join(""));
	return isGrouped ? [[words.join("")]] : words.map((word) => [word]);
}
