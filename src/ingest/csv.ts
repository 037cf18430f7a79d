import { type Header, lineOfRow, readHeader } from "./csv-columns.ts";
import { readCsvRows } from "./csv-rows.ts";
import { checkMetadata, type MetadataLine } from "./metadata-line.ts";

/**
 * Reads metadata from CSV with a header row of `barcode` and dotted keys. Every row yields a change or the
 * reason why it was refused; rows without any content yield nothing. An unusable header refuses
 * the whole file, reported for the header's line. @param headerOf maps the header's names to columns.
 */
export async function* readCsv(
	chunks: AsyncIterable<Uint8Array>,
	headerOf: (names: readonly string[]) => Header | { reason: string } = readHeader,
): AsyncGenerator<MetadataLine> {
	let header: Header["columns"] | undefined;
	for await (const row of readCsvRows(chunks)) {
		if ("reason" in row) {
			yield row;
			if (header === undefined) return;
		} else if (header === undefined) {
			const read = headerOf(row.cells);
			if ("reason" in read) {
				yield { line: row.line, reason: read.reason };
				return;
			}
			header = read.columns;
		} else if (row.cells.some((cell) => cell !== "")) {
			yield { line: row.line, ...checkRow(header, row.cells) };
		}
	}
}

function checkRow(header: Header["columns"], cells: readonly string[]): ReturnType<typeof checkMetadata> {
	if (cells.length !== header.length)
		return { reason: `expected ${header.length} cells, found ${cells.length}` };
	return checkMetadata(lineOfRow(header, cells));
}
