import { readCsv } from "./csv.ts";
import type { MetadataLine } from "./metadata-line.ts";
import { readNdjson } from "./ndjson.ts";
import { asUnreadable } from "./unreadable.ts";

/** The formats metadata is imported from. */
export type MetadataFormat = "ndjson" | "csv";

/**
 * Reads a metadata file line by line, without holding it in memory. If its bytes become unreadable, the line after the last one read is
 * rejected with the reason; what came before is imported.
 */
export async function* readMetadata(
	format: MetadataFormat,
	chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<MetadataLine> {
	const read = format === "csv" ? readCsv : readNdjson;
	let line = 0;
	try {
		for await (const item of read(chunks)) {
			line = item.line;
			yield item;
		}
	} catch (error) {
		yield { line: line + 1, reason: `${asUnreadable(error).message}; from here on nothing was read` };
	}
}
