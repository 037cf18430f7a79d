import { type INFO_TIMES, NUTRIENTS, PANEL_TEXTS } from "./fields.ts";
import type {
	GivenCatalogMeta,
	GivenHechsher,
	GivenInfo,
	GivenIngredients,
	GivenNutrition,
} from "./metadata-change.ts";
import type { CatalogMeta, Hechsher, Info, Ingredients, Nutrition } from "./schemas.ts";

/** Scope `info` without the times, which are stored separately. */
export type TimelessInfo = Omit<Info, (typeof INFO_TIMES)[number]>;

/** Scope `info` in serving order; missing fields are null or false. */
export function completeInfo(given: GivenInfo): TimelessInfo {
	return {
		brand: given.brand ?? null,
		product_name: given.product_name ?? null,
		product_description: given.product_description ?? null,
		net_weight: given.net_weight ?? null,
		category: given.category ?? null,
		country_of_origin: given.country_of_origin ?? null,
		manufacturer: given.manufacturer ?? null,
		distributor: given.distributor ?? null,
		additional_certifications: given.additional_certifications ?? null,
		bracha: given.bracha ?? null,
		kosher_for_passover: given.kosher_for_passover ?? false,
		gluten_free: given.gluten_free ?? false,
		vegan: given.vegan ?? false,
		organic: given.organic ?? false,
		notes: given.notes ?? null,
	};
}

/** The hechshers in the order given, each with all of its fields. */
export function completeHechshers(given: readonly GivenHechsher[]): Hechsher[] {
	return given.map((hechsher) => ({
		symbol: hechsher.symbol,
		org: hechsher.org ?? null,
		logo: hechsher.logo ?? null,
		dairy_meat_pareve: hechsher.dairy_meat_pareve ?? null,
		additional_designation: hechsher.additional_designation ?? null,
	}));
}

/** The panel with all of its lines; missing ones are null. */
export function completeNutrition(given: GivenNutrition): Nutrition {
	const panel: Partial<Nutrition> = {};
	for (const field of PANEL_TEXTS) panel[field] = given[field] ?? null;
	for (const field of NUTRIENTS) {
		panel[field] = { amount: given[field]?.amount ?? null, dv: given[field]?.dv ?? null };
	}
	return panel as Nutrition;
}

/** Scope `ingredients` with all of its fields; the allergens are never null. */
export function completeIngredients(given: GivenIngredients): Ingredients {
	return {
		ingredients_text: given.ingredients_text ?? null,
		contains_statement: given.contains_statement ?? null,
		may_contain_statement: given.may_contain_statement ?? null,
		allergens: given.allergens ?? [],
	};
}

/** The served fields of `catalog_meta`, which do not include the category it may carry. */
export function completeCatalogMeta(given: GivenCatalogMeta): CatalogMeta {
	return {
		department: given.department ?? null,
		subcategory: given.subcategory ?? null,
		web_description: given.web_description ?? null,
		variety: given.variety ?? null,
	};
}
