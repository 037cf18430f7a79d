import type { TimelessInfo } from "./complete-scope.ts";
import { INFO_TIMES, NUTRIENTS, PANEL_TEXTS } from "./fields.ts";
import { type Masks, masksOfScope, NO_DATA } from "./masks.ts";
import type { CatalogMeta, Hechsher, Ingredients, Nutrition } from "./schemas.ts";

/**
 * The bits for what a scope holds: its own if it has data, and one for each field that has a value. A text has a value if it is neither
 * null nor empty; a flag always has one, since it is true or false wherever there is a record.
 */
export function infoMasks(info: TimelessInfo): Masks {
	return masksOfScope("info", [...fieldsWithValue(info), ...INFO_TIMES]);
}

/** A field has a value when any of the hechshers has one; an empty list has no data. */
export function hechshersMasks(hechshers: readonly Hechsher[]): Masks {
	return hechshers.length === 0 ? NO_DATA : masksOfScope("hechshers", hechshers.flatMap(fieldsWithValue));
}

/**
 * A panel has data even when it is empty; a nutrient has a value when its amount or daily value is printed.
 */
export function nutritionMasks(panel: Nutrition): Masks {
	const texts = PANEL_TEXTS.filter((field) => hasValue(panel[field]));
	const nutrients = NUTRIENTS.filter((field) => hasValue(panel[field].amount) || hasValue(panel[field].dv));
	return masksOfScope("nutrition", [...texts, ...nutrients]);
}

/** Data is any text that is not empty, or an allergen. */
export function ingredientsMasks(ingredients: Ingredients): Masks {
	const { allergens, ...texts } = ingredients;
	const fields = fieldsWithValue(texts);
	if (allergens.length > 0) fields.push("allergens");
	return fields.length > 0 ? masksOfScope("ingredients", fields) : NO_DATA;
}

/** Data is any field that is not null, an empty text included. */
export function catalogMetaMasks(catalogMeta: CatalogMeta): Masks {
	const anySet = Object.values(catalogMeta).some((value) => value !== null);
	return anySet ? masksOfScope("catalog_meta", fieldsWithValue(catalogMeta)) : NO_DATA;
}

function fieldsWithValue(fields: Readonly<Record<string, string | boolean | null>>): string[] {
	return Object.keys(fields).filter((field) => hasValue(fields[field] ?? null));
}

function hasValue(value: string | boolean | null): boolean {
	return value !== null && value !== "";
}
