import { type Masks, masksOfScope, NO_DATA } from "../fields/masks.ts";
import { completeFields, type FieldValues, valueMasks } from "../fields/values.ts";

/** The catalogue's overrides of scanned values in `info` (SPEC 2.5); null or empty for no override. */
export interface InfoOverrides {
	readonly webDescription: string | null;
	readonly category: string | null;
}

/** Scope `info` with its overrides applied: the served values, without times, and their bits. */
export interface OverriddenInfo {
	readonly values: FieldValues;
	readonly masks: Masks;
}

/**
 * Applies overrides to given values. Overrides are served even without an `info` record, and by themselves count as data (SPEC D20).
 * @param given the complete record; null if there is none.
 * @returns null when there is neither a record nor an override.
 */
export function overriddenInfo(given: FieldValues | null, overrides: InfoOverrides): OverriddenInfo | null {
	const set = {
		...(overrides.webDescription ? { product_description: overrides.webDescription } : {}),
		...(overrides.category ? { category: overrides.category } : {}),
	};
	if (given !== null) {
		const values = { ...given, ...set };
		return { values, masks: valueMasks("info", values) };
	}
	const fields = Object.keys(set);
	if (fields.length === 0) return null;
	return { values: { ...completeFields("info", {}), ...set }, masks: masksOfScope("info", fields) };
}

/** `info` with neither record nor override. */
export const NO_INFO: OverriddenInfo = { values: completeFields("info", {}), masks: NO_DATA };
