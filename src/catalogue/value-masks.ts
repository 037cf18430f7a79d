import type { TimelessInfo } from "./complete-scope.ts";
import { INFO_TIMES, NUTRIENTS, PANEL_TEXTS } from "./fields.ts";
import { type Masks, masksOf } from "./masks.ts";
import type { CatalogMeta, Hechsher, Ingredients, Nutrition } from "./schemas.ts";

/**
 * The bits that stand for what a scope holds: its own, when it has data, and one for each field that has a
 * value. A text has one when it is neither null nor empty, a flag always, since it is true or false
 * wherever there is a record.
 */
export function infoMasks(info: TimelessInfo): Masks {
	const fields = Object.entries(info).filter(([, value]) => hasValue(value));
	return masksOf([
		"info",
		...[...fields.map(([field]) => field), ...INFO_TIMES].map((field) => `info.${field}`),
	]);
}

/** A field has a value when any of the hechshers has one; an empty list has no data. */
export function hechshersMasks(hechshers: readonly Hechsher[]): Masks {
	if (hechshers.length === 0) return masksOf([]);
	return masksOf(["hechshers", ...hechshers.flatMap((hechsher) => keysWithValue("hechshers", hechsher))]);
}

/**
 * A panel has data even when it is empty; a nutrient has a value when its amount or daily value is printed.
 */
export function nutritionMasks(panel: Nutrition): Masks {
	const texts = PANEL_TEXTS.filter((field) => hasValue(panel[field]));
	const nutrients = NUTRIENTS.filter((field) => hasValue(panel[field].amount) || hasValue(panel[field].dv));
	return masksOf(["nutrition", ...[...texts, ...nutrients].map((field) => `nutrition.${field}`)]);
}

/** Data is any text that is not empty, or an allergen. */
export function ingredientsMasks(ingredients: Ingredients): Masks {
	const { allergens, ...texts } = ingredients;
	const keys = keysWithValue("ingredients", texts);
	if (allergens.length > 0) keys.push("ingredients.allergens");
	return masksOf(keys.length > 0 ? ["ingredients", ...keys] : []);
}

/** Data is any field that is not null, an empty text included. */
export function catalogMetaMasks(catalogMeta: CatalogMeta): Masks {
	const keys = keysWithValue("catalog_meta", catalogMeta);
	const anySet = Object.values(catalogMeta).some((value) => value !== null);
	return masksOf(anySet ? ["catalog_meta", ...keys] : []);
}

function keysWithValue(scope: string, fields: Record<string, string | boolean | null>): string[] {
	return Object.entries(fields)
		.filter(([, value]) => hasValue(value))
		.map(([field]) => `${scope}.${field}`);
}

function hasValue(value: string | boolean | null): boolean {
	return value !== null && value !== "";
}
