import { readCsv } from "./csv.ts";
import { type Mapping, readMappedHeader } from "./csv-columns.ts";
import type { MetadataLine } from "./metadata-line.ts";
import { readNdjson } from "./ndjson.ts";
import { asUnreadable } from "./unreadable.ts";

/** The formats from which metadata is imported. */
export type MetadataFormat = "ndjson" | "csv";

/**
 * Reads a metadata file line by line, without holding it in memory. If its bytes become unreadable, the line after the last one read is
 * rejected with the reason; what came before is imported. @param mapping import columns for CSV files with column names of their own.
 */
export async function* readMetadata(
	format: MetadataFormat,
	chunks: AsyncIterable<Uint8Array>,
	mapping?: Mapping,
): AsyncGenerator<MetadataLine> {
	const headerOf = mapping && ((names: readonly string[]) => readMappedHeader(names, mapping));
	let line = 0;
	try {
		for await (const item of format === "csv" ? readCsv(chunks, headerOf) : readNdjson(chunks)) {
			line = item.line;
			yield item;
		}
	} catch (error) {
		yield { line: line + 1, reason: `${asUnreadable(error).message}; from here on nothing was read` };
	}
}
