/** The content of a file or pasted text: its distinct barcodes, and what was not recognised as one. */
export interface ReadList {
	readonly barcodes: readonly string[];
	/** Cells in the barcode column that are not barcodes, such as one that a spreadsheet has rounded. */
	readonly others: readonly string[];
}

/** Maximum number of barcodes saved and checked together. */
export const MOST_BARCODES = 5000;

const HEADING = /bar.?code|gtin|\bean|\bupc|ברקוד/i;

/** Reads pasted text or a CSV file: the column with the most barcodes, or all words if there are no columns. */
export function readText(text: string): ReadList {
	const lines = linesOf(text.replace(/^\uFEFF/, ""));
	const delimiter = [";", "\t", ","].find((each) => isTable(lines, each));
	return readRows(
		delimiter === undefined ? lines.flatMap(wordsOf) : lines.map((line) => cellsOf(line, delimiter)),
	);
}

/** Reads a table: the column with the most barcodes; in a tie, the one with a matching heading. */
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

/** A cell without what people and spreadsheets put around and into barcodes, such as `="0725…"`, and without the invisible marks that accompany Hebrew. */
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

/** The lines of a text. Line breaks inside quoted cells become spaces; an unclosed quote is treated as text. */
function linesOf(text: string): string[] {
	const joined = text.includes('"')
		? text.replace(
				/(^|[,;\t\r\n])"(?:[^"]|"")*"(?=[ ]*(?:[,;\t\r\n]|$))/g,
				(cell, before: string) => before + cell.slice(before.length).replace(/\r\n|\r|\n/g, " "),
			)
		: text;
	return joined.split(/\r\n|\r|\n/);
}

/** Whether at least half of the lines have as many cells as the first, and more than one. */
function isTable(lines: readonly string[], delimiter: string): boolean {
	const full = lines.filter((line) => line.trim() !== "");
	const first = cellsOf(full[0] ?? "", delimiter).length;
	const alike = full.filter((line) => cellsOf(line, delimiter).length === first);
	return first > 1 && full.length > 1 && alike.length * 2 >= full.length;
}

/** The cells of a line; quoted ones may contain the delimiter, and doubled quotes. */
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

/** The words of a line, each as a row of its own; a barcode written in groups of digits is one word. */
function wordsOf(line: string): string[][] {
	const words = line.split(/[\s,;]+/).filter((word) => word !== "");
	const isGrouped = words.length > 1 && words.some((word) => !isBarcode(word)) && isBarcode(words.join(""));
	return isGrouped ? [[words.join("")]] : words.map((word) => [word]);
}
