import { UnreadableTable } from "@packshot/tables/unreadable-table";
import type { TableReading } from "../report.ts";
import { asUnreadable } from "../sources/unreadable.ts";
import type { MetadataLine } from "./metadata-line.ts";
import { readMetadataTable, type TableChoices } from "./metadata-table.ts";
import { readNdjson } from "./ndjson.ts";

/** The formats from which metadata is imported: lines of JSON, and tables, which are CSV or workbooks. */
export type MetadataFormat = "ndjson" | "table";

/** How a metadata file is read. */
export interface MetadataReading extends TableChoices {
	/** Told how a table was read, when it has been. */
	readonly onRead?: ((reading: TableReading) => void) | undefined;
}

/**
 * Reads a metadata file line by line, without holding it in memory. If its bytes become unreadable, the line after the last one read is
 * rejected with the reason; what came before is imported.
 */
export async function* readMetadata(
	format: MetadataFormat,
	chunks: AsyncIterable<Uint8Array>,
	{ onRead, ...choices }: MetadataReading = {},
): AsyncGenerator<MetadataLine> {
	let line = 0;
	try {
		const items = format === "table" ? readMetadataTable(chunks, choices, onRead) : readNdjson(chunks);
		for await (const item of items) {
			line = item.line;
			yield item;
		}
	} catch (error) {
		if (error instanceof UnreadableTable && line === 0)
			yield { line: 1, reason: `the file ${error.message}` };
		else yield { line: line + 1, reason: `${reasonOf(error)}; from here on nothing was read` };
	}
}

function reasonOf(error: unknown): string {
	return error instanceof UnreadableTable ? `the file ${error.message}` : asUnreadable(error).message;
}
