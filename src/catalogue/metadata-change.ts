import type { INFO_TIMES, NutritionField } from "./fields.ts";
import type { CatalogMeta, Hechsher, Info, Ingredients, Nutrient, Nutrition } from "./schemas.ts";

/** Scope `info` as an import gives it: any of its fields, except the times that the service sets. */
export type GivenInfo = Partial<Omit<Info, (typeof INFO_TIMES)[number]>>;

/** One hechsher as an import gives it. */
export type GivenHechsher = Pick<Hechsher, "symbol"> & Partial<Hechsher>;

/** A nutrition panel as an import gives it. */
export type GivenNutrition = {
	[Field in NutritionField]?: Nutrition[Field] extends Nutrient ? Partial<Nutrient> : Nutrition[Field];
};

/** Scope `ingredients` as an import gives it. */
export type GivenIngredients = Partial<Ingredients>;

/** Scope `catalog_meta` as an import gives it, including the category that overrides the scanned one. */
export type GivenCatalogMeta = Partial<CatalogMeta> & { category?: string | null };

/**
 * What one line of an import says about a product. An absent scope stays unchanged, null removes it, and a given scope is replaced as a
 * whole.
 */
export interface MetadataChange {
	barcode: string;
	info?: GivenInfo | null;
	hechshers?: GivenHechsher[] | null;
	nutrition?: GivenNutrition | null;
	ingredients?: GivenIngredients | null;
	catalog_meta?: GivenCatalogMeta | null;
}
