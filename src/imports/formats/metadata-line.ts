import { MetadataChange } from "../../catalogue/writing/metadata-change.ts";
import { compiled } from "../../platform/compiled.ts";
import { misfit } from "./misfit.ts";
import { type Misfit, misfits } from "./misfits.ts";

/**
 * Outcome of one line of an import: a change to apply, or the reason it was rejected. Lines count from 1.
 */
export type MetadataLine = { line: number; change: MetadataChange } | { line: number; reason: string };

const line = compiled(MetadataChange);

/**
 * Checks one parsed line of an import against its format, strictly: unknown keys, wrong types and unknown
 * values are refused with a reason that names the key and what was expected there.
 */
export function checkMetadata(parsed: unknown): { change: MetadataChange } | { reason: string } {
	return line().Check(parsed) ? { change: parsed } : { reason: misfit(MetadataChange, parsed) };
}

/** The same for a form: every place that does not fit. */
export function checkMetadataFields(parsed: unknown): { change: MetadataChange } | { misfits: Misfit[] } {
	return line().Check(parsed) ? { change: parsed } : { misfits: misfits(MetadataChange, parsed) };
}
