import type { LabelValue } from "./agreement.ts";

/** What was read from the label in a picture of the back: once for each version of a picture. */
export interface LabelReadingTable {
	/** The picture's version. */
	image_id: string;
	barcode: string;
	/** The suggestion made of it; null where nothing was missing in the catalogue. */
	proposal_id: string | null;
	/** Why nothing was read, in words. */
	refused: string | null;
	/** JSON (`StoredReading`); null where nothing was read. */
	reading: string | null;
	read_at: number;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		label_reading: LabelReadingTable;
	}
}

/** A value with the piece of the picture in which it stands. */
export interface ReadValue extends LabelValue {
	/** A small picture as base64 of WebP, so that who reviews it sees value and print side by side. */
	readonly cutting: string;
}

export interface StoredReading {
	readonly values: readonly ReadValue[];
	/** What the label says about kosher, in its words. */
	readonly kosher: readonly string[];
}
