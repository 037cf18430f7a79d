import { readLines } from "@packshot/tables/lines";
import { checkMetadata, type MetadataLine } from "./metadata-line.ts";

/**
 * Reads metadata from newline-delimited JSON, one product per line. Every line yields a change or the reason
 * why it was refused; empty lines yield nothing.
 */
export async function* readNdjson(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<MetadataLine> {
	for await (const read of readLines(chunks)) {
		if ("reason" in read) yield read;
		else if (read.text.trim() !== "") yield { line: read.line, ...parseLine(read.text) };
	}
}

function parseLine(text: string): ReturnType<typeof checkMetadata> {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch (error) {
		return { reason: `the line is not JSON: ${error instanceof Error ? error.message : String(error)}` };
	}
	return checkMetadata(parsed);
}
