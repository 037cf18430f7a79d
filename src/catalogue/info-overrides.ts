import { completeFields } from "./complete-scope.ts";
import { type Masks, masksOfScope, NO_DATA } from "./masks.ts";
import { type FieldValues, valueMasks } from "./value-masks.ts";

/** What the catalogue sets over the scanned values of `info` (SPEC 2.5); null or empty where it sets nothing. */
export interface InfoOverrides {
	readonly webDescription: string | null;
	readonly category: string | null;
}

/** Scope `info` under its overrides: the values that are served, without times, and their bits. */
export interface OverriddenInfo {
	readonly values: FieldValues;
	readonly masks: Masks;
}

/**
 * Sets overrides over what was given. Without an `info` record they are served all the same, and alone are data (SPEC D20).
 * @param given the complete record; null without one.
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

/** The bits of `info` where there is neither record nor override. */
export const NO_INFO: OverriddenInfo = { values: completeFields("info", {}), masks: NO_DATA };
