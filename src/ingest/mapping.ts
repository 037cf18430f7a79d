import { type Mapping, readMappedHeader } from "./csv-columns.ts";
import { readCsvRows } from "./csv-rows.ts";
import { findSources } from "./sources.ts";

/** What is wrong with the first CSV file that lacks one of the mapped columns; undefined if they all have them. */
export async function unmappable(paths: readonly string[], mapping: Mapping): Promise<string | undefined> {
	for await (const source of findSources(paths)) {
		if (source.kind !== "metadata" || source.format !== "csv") continue;
		for await (const row of readCsvRows(source.chunks())) {
			const read = "reason" in row ? row : readMappedHeader(row.cells, mapping);
			if ("reason" in read) return `${source.source}: ${read.reason}`;
			break;
		}
	}
	return undefined;
}
