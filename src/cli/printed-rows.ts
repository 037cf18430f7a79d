import { once } from "node:events";
import type { Writable } from "node:stream";
import { printableJson, printableText } from "../platform/plain-text.ts";

/** Rows as the text of one JSON array, indented as by `JSON.stringify` with 2. */
export async function* jsonPieces<T>(
	pieces: AsyncIterable<readonly T[]>,
	document: (row: T) => unknown,
): AsyncGenerator<string> {
	let before = "[\n";
	for await (const rows of pieces) {
		for (const row of rows) {
			const text = printableJson(document(row), 2).replaceAll("\n", "\n  ");
			yield `${before}  ${text}`;
			before = ",\n";
		}
	}
	yield before === "[\n" ? "[]\n" : "\n]\n";
}

/** How rows are printed as text. */
export interface RowLines<T> {
	/** The header line. */
	readonly head: string;
	readonly text: (row: T) => string;
	/** The line printed if there are no rows. */
	readonly whenEmpty: string;
}

/** Rows as lines of text below their header, or a line saying that there are none. Terminal control characters are escaped. */
export async function* linePieces<T>(
	pieces: AsyncIterable<readonly T[]>,
	{ head, text, whenEmpty }: RowLines<T>,
): AsyncGenerator<string> {
	let isEmpty = true;
	for await (const rows of pieces) {
		if (rows.length === 0) continue;
		if (isEmpty) yield `${head}\n`;
		isEmpty = false;
		yield `${rows.map((row) => printableText(text(row))).join("\n")}\n`;
	}
	if (isEmpty) yield `${whenEmpty}\n`;
}

/** Writes piece by piece, respecting back-pressure. */
export async function writeAll(pieces: AsyncIterable<string>, output: Writable): Promise<void> {
	for await (const piece of pieces) {
		if (!output.write(piece)) await once(output, "drain");
	}
}
