import { type BarcodeRow, findBarcodes, isBarcodeHeader } from "@packshot/tables/barcode-table";
import { oneChunk } from "@packshot/tables/chunks";
import { openTable } from "@packshot/tables/open-table";
import { readingInWords } from "@packshot/tables/reading-words";
import { UnreadableTable } from "@packshot/tables/unreadable-table";
import { unusable } from "./stopped.ts";

/** What the command line says about the list; the file decides the rest. */
export interface ListOptions {
	/** Name in the header, or number from 1, of the column with the barcodes. */
	readonly column?: string | undefined;
	readonly encoding?: string | undefined;
	readonly delimiter?: string | undefined;
	readonly sheet?: string | undefined;
}

/** A list, and in words how it was read: `barcodes in column 2, "EAN"; UTF-8; commas; header in line 1`. */
export interface BarcodeList {
	readonly entries: readonly BarcodeRow[];
	readonly reading: string;
}

/**
 * Reads barcodes from plain text, one per line, or from a column of a table: CSV of any dialect and encoding, or a workbook.
 * @throws PullStopped when the file is no such list, or has no column with barcodes
 */
export async function readBarcodeList(bytes: Uint8Array, options: ListOptions = {}): Promise<BarcodeList> {
	try {
		const table = await openTable(oneChunk(bytes), { ...options, isHeader: isBarcodeHeader });
		const rows = [];
		for await (const row of table.rows) rows.push(row);
		const { column, rows: entries, headerLine } = findBarcodes(rows, options.column);
		const name = column.name === "" ? "" : `, "${column.name}"`;
		const reading = readingInWords(table.reading(), headerLine);
		return { entries, reading: `barcodes in column ${column.number}${name}; ${reading}` };
	} catch (error) {
		if (!(error instanceof UnreadableTable)) throw error;
		const advice = error.message.includes("no column") ? ". Choose one with --column NAME or NUMBER" : "";
		throw unusable(`the list ${error.message}${advice}`);
	}
}
