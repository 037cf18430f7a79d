import { once } from "node:events";
import type { Writable } from "node:stream";

/** Rows as the text of one JSON array, indented as `JSON.stringify` with 2 does it. */
export async function* jsonPieces<T>(
	pieces: AsyncIterable<readonly T[]>,
	document: (row: T) => unknown,
): AsyncGenerator<string> {
	let before = "[\n";
	for await (const rows of pieces) {
		for (const row of rows) {
			const text = JSON.stringify(document(row), null, 2).replaceAll("\n", "\n  ");
			yield `${before}  ${text}`;
			before = ",\n";
		}
	}
	yield before === "[\n" ? "[]\n" : "\n]\n";
}

/** Rows as lines for people; an empty one when there are none. */
export async function* linePieces<T>(
	pieces: AsyncIterable<readonly T[]>,
	text: (row: T) => string,
): AsyncGenerator<string> {
	let isEmpty = true;
	for await (const rows of pieces) {
		if (rows.length === 0) continue;
		isEmpty = false;
		yield `${rows.map(text).join("\n")}\n`;
	}
	if (isEmpty) yield "\n";
}

/** Writes piece by piece, no faster than they are taken. */
export async function writeAll(pieces: AsyncIterable<string>, output: Writable): Promise<void> {
	for await (const piece of pieces) {
		if (!output.write(piece)) await once(output, "drain");
	}
}
