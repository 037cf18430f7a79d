import { MetadataChange } from "../../catalogue/writing/metadata-change.ts";
import { compiled } from "../../platform/compiled.ts";
import { type Mismatch, mismatch, mismatches } from "./mismatch.ts";
import type { PictureUrls } from "./table-columns.ts";

/**
 * Outcome of one line of an import: a change to apply, or the reason it was rejected. Lines count from 1.
 */
export type MetadataLine = { line: number; change: MetadataChange; pictures?: PictureUrls } | RefusedLine;

export interface RefusedLine {
	readonly line: number;
	readonly reason: string;
	/** The product that it means, if that can be read. */
	readonly barcode?: string | undefined;
	/** Nothing was read from here on. */
	readonly isEnd?: true;
	/** Of a table's row. */
	readonly cells?: readonly string[];
}

const line = compiled(MetadataChange);

/**
 * Checks one parsed line of an import against its format, strictly: unknown keys, wrong types and unknown
 * values are refused with a reason that names the key and what was expected there.
 */
export function checkMetadata(parsed: unknown): { change: MetadataChange } | { reason: string } {
	return line().Check(parsed) ? { change: parsed } : { reason: mismatch(MetadataChange, parsed) };
}

/** The same for a form: every place that does not fit. */
export function checkMetadataFields(
	parsed: unknown,
): { change: MetadataChange } | { mismatches: Mismatch[] } {
	return line().Check(parsed) ? { change: parsed } : { mismatches: [...mismatches(MetadataChange, parsed)] };
}
