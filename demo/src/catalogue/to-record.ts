import type { ProductRecord, RecordInfo } from "../record.ts";
import { AGENCIES } from "./agencies.ts";
import { BRANDS } from "./brands.ts";
import type { Entry } from "./entry.ts";
import { type NutrientName, type NutritionFacts, nutritionFacts } from "./nutrition.ts";

/** The import line of an entry, without its missing scopes. */
export function toRecord(entry: Entry, barcode: string): ProductRecord {
	const [department, , subcategory] = entry.shelf;
	const nutrition = factsOf(entry);
	const has = (scope: NonNullable<Entry["lacks"]>[number]) => !entry.lacks?.includes(scope);
	return {
		barcode,
		...(has("info") ? { info: infoOf(entry) } : {}),
		...(has("hechshers") && entry.kosher ? { hechshers: entry.kosher.map(hechsherOf) } : {}),
		...(has("nutrition") && nutrition ? { nutrition } : {}),
		...(has("ingredients") && entry.ingredients !== undefined ? { ingredients: ingredientsOf(entry) } : {}),
		...(has("catalog_meta")
			? {
					catalog_meta: {
						department,
						subcategory,
						web_description: entry.story ?? null,
						variety: null,
						...(entry.category ? { category: entry.category } : {}),
					},
				}
			: {}),
	};
}

/** The nutrition panel, as data and as printed on the pack. */
export function factsOf({ facts }: Entry): NutritionFacts | undefined {
	if (!facts) return undefined;
	const [servings, size, calories, ...amounts] = facts;
	const panel = Object.fromEntries(PANEL.map((name, i) => [name, amounts[i] as number]));
	const none = { trans_fat: 0, cholesterol: 0, vitamin_d: 0, calcium: 0, iron: 0, potassium: 0 };
	return nutritionFacts(servings, size, calories, { ...none, ...panel, ...facts[11] });
}

/** In the order of an entry's facts. */
const PANEL: readonly NutrientName[] = [
	"total_fat",
	"saturated_fat",
	"sodium",
	"total_carbohydrate",
	"dietary_fiber",
	"total_sugars",
	"added_sugars",
	"protein",
];

export function countryOf({ country = "USA" }: Entry): string {
	return country;
}

export function containsOf({ contains, allergens = [] }: Entry): string | undefined {
	return contains ?? (allergens.length > 0 ? `Contains: ${allergens.join(", ")}.` : undefined);
}

function infoOf(entry: Entry): RecordInfo {
	const brand = BRANDS[entry.brand];
	const claims = entry.claims ?? [];
	return {
		brand: brand.name,
		product_name: entry.hebrew ? `${entry.name} · ${entry.hebrew}` : entry.name,
		product_description: entry.tagline ?? null,
		net_weight: entry.weight,
		category: entry.shelf[1],
		country_of_origin: countryOf(entry),
		manufacturer: brand.maker,
		distributor: entry.distributor ?? null,
		additional_certifications: entry.certifications ?? null,
		bracha: entry.bracha ?? null,
		kosher_for_passover: claims.includes("Kosher for Passover"),
		gluten_free: claims.includes("Gluten free"),
		vegan: claims.includes("Vegan"),
		organic: claims.includes("Organic"),
		notes: entry.notes ?? null,
	};
}

function hechsherOf([key, status, designation]: NonNullable<Entry["kosher"]>[number]) {
	const { symbol, org, logo } = AGENCIES[key];
	return { symbol, org, logo, dairy_meat_pareve: status, additional_designation: designation ?? null };
}

function ingredientsOf(entry: Entry): NonNullable<ProductRecord["ingredients"]> {
	const { ingredients, mayContain, allergens = [] } = entry;
	return {
		ingredients_text: ingredients ?? null,
		contains_statement: containsOf(entry) ?? null,
		may_contain_statement: mayContain ?? null,
		allergens: allergens.includes("wheat") ? [...allergens, "gluten"] : [...allergens],
	};
}
