/**
 * Prints of some pictures in one row: what leaks are looked up in. A picture's print is made from its fingerprint, so that all rows can be
 * rewritten (ADR-0024).
 */
export interface SearchPackTable {
	/** From 1, without order among pictures. */
	pack: number;
	/** The pictures, separated by blanks, in the order of their prints. */
	image_ids: string;
	prints: Uint8Array;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		search_pack: SearchPackTable;
	}
}
