import type { Scope, Variant } from "../api/routes.ts";

/** Display names for the API's scopes. */
export const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
	info: "Product facts",
	hechshers: "Hechshers",
	nutrition: "Nutrition",
	ingredients: "Ingredients",
	catalog_meta: "Catalogue data",
	image_meta: "Picture data",
	images: "Pictures",
};

/** "Product facts, hechshers": as a phrase. */
export function scopesInWords(scopes: readonly Scope[]): string {
	return scopes
		.map((scope, place) => (place === 0 ? SCOPE_NAMES[scope] : SCOPE_NAMES[scope].toLowerCase()))
		.join(", ");
}

export const VARIANT_NAMES: Readonly<Record<Variant, string>> = {
	front: "Front",
	back: "Back",
	front_clean: "Front, cut out",
	back_clean: "Back, cut out",
};

export const METADATA = (Object.keys(SCOPE_NAMES) as Scope[]).filter((scope) => scope !== "images");
export const VARIANTS = Object.keys(VARIANT_NAMES) as Variant[];
