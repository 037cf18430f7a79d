import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { printableText } from "../../../platform/plain-text.ts";
import type { Source } from "../../sources/sources.ts";
import { asUnreadable, readable } from "../../sources/unreadable.ts";

/** Approximate ratio of an export's unpacked to its packed size, for the progress. */
const UNPACKED = 8;

const NAMED = /\.(jsonl|ndjson|csv)(\.gz)?$/i;

/** The exports among the paths, compressed or not; they are decompressed while being read. Every problem is a refused source. */
export async function* findExports(paths: Iterable<string>): AsyncGenerator<Source> {
	for (const path of paths) {
		const source = printableText(path);
		const [, ending, packed] = NAMED.exec(path) ?? [];
		if (ending === undefined) {
			yield { kind: "refused", source, reason: "is no .jsonl or .csv, packed as .gz or not" };
			continue;
		}
		try {
			const { size } = await stat(path);
			const format = ending.toLowerCase() === "csv" ? "table" : "ndjson";
			yield {
				kind: "metadata",
				source,
				format,
				sizeBytes: packed === undefined ? size : size * UNPACKED,
				chunks: () => chunksOf(path, packed),
			};
		} catch (error) {
			yield { kind: "refused", source, reason: asUnreadable(error).message };
		}
	}
}

function chunksOf(path: string, packed: string | undefined): AsyncIterable<Uint8Array> {
	const file = createReadStream(path);
	// A pipeline without a callback throws; failures are reported to the reader of the last stream.
	return readable(packed === undefined ? file : pipeline(file, createGunzip(), () => {}));
}
