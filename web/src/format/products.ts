import { SCOPE_NAMES, VARIANT_NAMES } from "./product-words.ts";

/** What the pages call scopes, pictures and other values of products. */
const words: Readonly<Record<string, string>> = {
	...SCOPE_NAMES,
	...VARIANT_NAMES,
	dairy_meat_pareve: "Dairy, meat or pareve",
	dv: "Daily value",
	kosher_for_passover: "Kosher for Passover",
	org: "Agency",
	vitamin_d: "Vitamin D",
};

/** `front_clean` as `Front, cut out`; whatever has no words of its own begins with a capital. */
export function productWord(value: string): string {
	const spaced = value.replaceAll("_", " ");
	return words[value] ?? `${spaced.slice(0, 1).toUpperCase()}${spaced.slice(1)}`;
}
