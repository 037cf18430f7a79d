import type { TableRow } from "./csv-row.ts";
import type { FoundEncoding } from "./encoding.ts";

/** What a caller knows about a table; the file decides the rest. */
export interface TableOptions {
	/** A name from the Encoding Standard, or of DOS: `cp862`. */
	readonly encoding?: string | undefined;
	/** Whether a text in an encoding that cannot be told is refused, because its texts are kept. */
	readonly refusesDoubt?: boolean | undefined;
	/** One character. */
	readonly delimiter?: string | undefined;
	/** Name or number, from 1, of a workbook's sheet. */
	readonly sheet?: string | undefined;
	/** Whether a row is certainly a header; helps to find the delimiter. */
	readonly isHeader?: ((cells: readonly string[]) => boolean) | undefined;
	/** Whether blanks around the cells of a text belong to them. */
	readonly keepsBlanks?: boolean | undefined;
	readonly limits?: Partial<WorkbookLimits> | undefined;
}

/** Sizes beyond which a workbook is refused. */
export interface WorkbookLimits {
	/** Of the file. */
	readonly fileBytes: number;
	/** Of everything that is unpacked from it. */
	readonly unpackedBytes: number;
}

/** What a file was taken for. */
export type Reading =
	| {
			readonly kind: "text";
			readonly encoding: FoundEncoding;
			readonly delimiter: string;
			/** False for lines without any delimiter. */
			readonly hasColumns: boolean;
	  }
	| {
			readonly kind: "workbook";
			readonly sheet: string;
			/** Sheets with a table that were not read. */
			readonly otherSheets: readonly string[];
			/** Cells that are merged over several rows, in each of which they are read. */
			readonly mergedCells: number;
	  };

export interface Table {
	readonly rows: AsyncIterable<TableRow>;
	/** What the file was taken for, as far as it has been read. */
	readonly reading: () => Reading;
}
