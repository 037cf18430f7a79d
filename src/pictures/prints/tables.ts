/**
 * Prints of some pictures in one row: the index in which leaks are looked up. A print is derived from the picture's fingerprint, so that all rows can be
 * rebuilt (ADR-0024).
 */
export interface SearchPackTable {
	/** Starts at 1; pictures are in no particular order. */
	pack: number;
	/** The pictures, separated by spaces, in the order of their prints. */
	image_ids: string;
	prints: Uint8Array;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		search_pack: SearchPackTable;
	}
}
