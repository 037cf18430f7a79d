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
	readonly table: ListTable;
}

/** A row of a table, with the line on which it begins. */
export interface TableLine {
	readonly line: number;
	readonly cells: readonly string[];
}

/** The table of which a list is a column. */
export interface ListTable {
	/** From the header; empty where there is none. */
	readonly names: readonly string[];
	/** Below the header; cells as they are in the file. */
	readonly rows: readonly TableLine[];
}

/**
 * Reads barcodes from plain text, one per line, or from a column of a table: CSV of any dialect and encoding, or a workbook.
 * @throws PullStopped when the file is no such list, or has no column with barcodes
 */
export async function readBarcodeList(bytes: Uint8Array, options: ListOptions = {}): Promise<BarcodeList> {
	try {
		const table = await openTable(oneChunk(bytes), {
			...options,
			isHeader: isBarcodeHeader,
			keepsBlanks: true,
		});
		const rows = [];
		for await (const row of table.rows) rows.push(row);
		const { column, columns, rows: entries, headerLine } = findBarcodes(rows, options.column);
		const name = column.name === "" ? "" : `, "${column.name}"`;
		const reading = readingInWords(table.reading(), headerLine);
		return {
			entries,
			reading: `barcodes in column ${column.number}${name}; ${reading}`,
			table: {
				names: headerLine === undefined ? [] : columns.map(({ name }) => name),
				rows: rows.flatMap((row) => ("cells" in row && row.line > (headerLine ?? 0) ? [row] : [])),
			},
		};
	} catch (error) {
		if (!(error instanceof UnreadableTable)) throw error;
		const advice = error.message.includes("no column")
			? ". Choose one with --barcode-column NAME or NUMBER"
			: "";
		throw unusable(`the list ${error.message}${advice}`);
	}
}
