import { readLines } from "@packshot/tables/lines";
import { UnreadableTable } from "@packshot/tables/unreadable-table";
import { isBarcode } from "../../catalogue/barcodes/barcode.ts";
import type { MetadataChange } from "../../catalogue/writing/metadata-change.ts";
import type { ReadingReports } from "../report.ts";
import { asUnreadable } from "../sources/unreadable.ts";
import { checkMetadata, type MetadataLine, type RefusedLine } from "./metadata-line.ts";
import { readMetadataTable, type TableChoices } from "./metadata-table.ts";
import { isObject } from "./mismatch.ts";

/** The formats from which metadata is imported: lines of JSON, and tables, which are CSV or workbooks. */
export type MetadataFormat = "ndjson" | "table";

/** How a metadata file is read. */
export type MetadataReading = TableChoices & ReadingReports;

/**
 * Reads a metadata file line by line, without holding it in memory. If its bytes become unreadable, the line after the last one read is
 * rejected with the reason; what came before is imported.
 */
export async function* readMetadata(
	format: MetadataFormat,
	chunks: AsyncIterable<Uint8Array>,
	{ onRead, onRemark, ...choices }: MetadataReading = {},
): AsyncGenerator<MetadataLine> {
	let line = 0;
	try {
		const items =
			format === "table" ? readMetadataTable(chunks, choices, { onRead, onRemark }) : readNdjson(chunks);
		for await (const item of items) {
			line = item.line;
			yield item;
		}
	} catch (error) {
		if (error instanceof UnreadableTable && line === 0)
			yield { line: 1, reason: `the file ${error.message}`, isEnd: true };
		else yield { line: line + 1, reason: `${reasonOf(error)}; from here on nothing was read`, isEnd: true };
	}
}

function reasonOf(error: unknown): string {
	return error instanceof UnreadableTable ? `the file ${error.message}` : asUnreadable(error).message;
}

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

function parseLine(text: string): { change: MetadataChange } | Omit<RefusedLine, "line"> {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch (error) {
		return { reason: `the line is not JSON: ${error instanceof Error ? error.message : String(error)}` };
	}
	const checked = checkMetadata(parsed);
	if ("change" in checked) return checked;
	const barcode = isObject(parsed) && typeof parsed.barcode === "string" ? parsed.barcode : undefined;
	return barcode !== undefined && isBarcode(barcode) ? { ...checked, barcode } : checked;
}
