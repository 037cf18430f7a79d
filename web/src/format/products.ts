import { SCOPE_NAMES, VARIANT_NAMES } from "./product-words.ts";

/** Display names for scopes, pictures and other values of products. */
const words: ReadonlyMap<string, string> = new Map(
	Object.entries({
		...SCOPE_NAMES,
		...VARIANT_NAMES,
		dairy_meat_pareve: "Dairy, meat or pareve",
		certificate_id: "Number of the certificate",
		dv: "Daily value",
		image_back_url: "Address of the back picture",
		image_front_url: "Address of the front picture",
		kosher_for_passover: "Kosher for Passover",
		org: "Agency",
		scanned_at: "In the catalogue since",
		updated_at: "Last changed",
		vitamin_d: "Vitamin D",
	}),
);

/** `front_clean` as `Front, cut out`; values without a display name are just capitalised. */
export function productWord(value: string): string {
	const spaced = value.replaceAll("_", " ");
	return words.get(value) ?? `${spaced.slice(0, 1).toUpperCase()}${spaced.slice(1)}`;
}
