import { oneChunk, peeked } from "./chunks.ts";
import { createRowReader, type RowReader, type TableRow } from "./csv-row.ts";
import { declaredDelimiter, type FoundDelimiter, guessDelimiter } from "./delimiter.ts";
import { decodeText, type FoundEncoding } from "./encoding.ts";
import { CARRIAGE_RETURN, LINE_FEED, readLineBlocks, type TextLine } from "./lines.ts";
import { encodingInWords } from "./reading-words.ts";
import type { Table, TableOptions } from "./table.ts";

/** How much of a text decides about its delimiter. */
const DECIDING_BYTES = 2 ** 16;
const DECIDING_LINES = 200;

interface TextOptions extends Pick<TableOptions, "delimiter" | "isHeader" | "keepsBlanks" | "refusesDoubt"> {
	readonly encoding: FoundEncoding | undefined;
}

/** Opens a text with cells between delimiters: its rows are read while it arrives. */
export async function openText(chunks: AsyncIterable<Uint8Array>, options: TextOptions): Promise<Table> {
	const decoded = await decodeText(chunks, { given: options.encoding, refusesDoubt: options.refusesDoubt });
	const { head, chunks: text } = await peeked(decoded.chunks, DECIDING_BYTES);
	const end = !head.includes(LINE_FEED) && head.includes(CARRIAGE_RETURN) ? CARRIAGE_RETURN : LINE_FEED;
	const beginning = await beginningOf(head, end);
	const declared = declaredDelimiter(beginning[0]);
	const delimiter = delimiterOf(declared === undefined ? beginning : beginning.slice(1), declared, options);
	const reader = createRowReader(delimiter.character, { keepsBlanks: options.keepsBlanks ?? false });
	return {
		rows: rowsOf(
			readLineBlocks(text, { end, encoding: () => encodingInWords(decoded.encoding()) }),
			reader,
			declared !== undefined,
		),
		reading: () => ({
			kind: "text",
			encoding: decoded.encoding(),
			delimiter: delimiter.character,
			hasColumns: delimiter.separates,
		}),
	};
}

/** The first lines; the last one may be cut off, and is left out unless it is the only one. */
async function beginningOf(
	head: Uint8Array,
	end: typeof LINE_FEED | typeof CARRIAGE_RETURN,
): Promise<TextLine[]> {
	const lines: TextLine[] = [];
	for await (const block of readLineBlocks(oneChunk(head), { end })) lines.push(...block);
	const isCut = head.length >= DECIDING_BYTES && lines.length > 1;
	return lines.slice(0, Math.min(DECIDING_LINES, isCut ? lines.length - 1 : lines.length));
}

function delimiterOf(
	beginning: readonly TextLine[],
	declared: string | undefined,
	{ delimiter, isHeader = () => false }: TextOptions,
): FoundDelimiter {
	const known = delimiter ?? declared;
	return known === undefined ? guessDelimiter(beginning, isHeader) : { character: known, separates: true };
}

async function* rowsOf(
	blocks: AsyncIterable<readonly TextLine[]>,
	reader: RowReader,
	isDeclared: boolean,
): AsyncGenerator<TableRow> {
	let rows: TableRow[] = [];
	let isFirst = isDeclared;
	for await (const block of blocks) {
		for (const line of block) {
			// The line that declares the delimiter is none of the rows.
			if (!isFirst) reader.push(line, rows);
			isFirst = false;
		}
		for (const row of rows) yield row;
		rows = [];
	}
	reader.end(rows);
	for (const row of rows) yield row;
}
