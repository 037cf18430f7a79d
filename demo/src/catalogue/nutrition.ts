import type { Nutrient } from "../../../src/catalogue/fields/schemas.ts";

/** Unit and reference daily value of each nutrient (21 CFR 101.9(c)(8)(iv) and (c)(9)); null where none is printed. */
const REFERENCE = {
	total_fat: { unit: "g", daily: 78 },
	saturated_fat: { unit: "g", daily: 20 },
	trans_fat: { unit: "g", daily: null },
	cholesterol: { unit: "mg", daily: 300 },
	sodium: { unit: "mg", daily: 2300 },
	total_carbohydrate: { unit: "g", daily: 275 },
	dietary_fiber: { unit: "g", daily: 28 },
	total_sugars: { unit: "g", daily: null },
	added_sugars: { unit: "g", daily: 50 },
	protein: { unit: "g", daily: null },
	vitamin_d: { unit: "mcg", daily: 20 },
	calcium: { unit: "mg", daily: 1300 },
	iron: { unit: "mg", daily: 18 },
	potassium: { unit: "mg", daily: 4700 },
} as const satisfies Record<string, { unit: string; daily: number | null }>;

export type NutrientName = keyof typeof REFERENCE;

/** The nutrients that a panel of the demo prints, in their order on it. */
export const NUTRIENTS = Object.keys(REFERENCE) as NutrientName[];

/** Amounts by nutrient, in the unit that a panel prints; omitted nutrients are not printed. */
export type NutrientAmounts = Partial<Record<NutrientName, number>>;

/** A nutrition panel of the demo, as it is imported and printed. */
export type NutritionFacts = Record<"servings_per_container" | "serving_size" | "calories", string> &
	Record<NutrientName, Nutrient>;

/** A panel as printed: daily values computed from the amounts, small amounts of fiber and sugar in words. */
export function nutritionFacts(
	servings: string,
	servingSize: string,
	calories: number,
	amounts: NutrientAmounts,
): NutritionFacts {
	const nutrients = Object.fromEntries(
		NUTRIENTS.map((name) => [name, printed(name, amounts[name])]),
	) as Record<NutrientName, Nutrient>;
	return {
		servings_per_container: servings,
		serving_size: servingSize,
		calories: String(calories),
		...nutrients,
	};
}

function printed(name: NutrientName, amount: number | undefined): Nutrient {
	if (amount === undefined) return { amount: null, dv: null };
	const { unit, daily } = REFERENCE[name];
	const below = amount > 0 && amount < 0.5 && unit === "g" && !name.endsWith("fat");
	return {
		amount: below ? "<1g" : `${amount}${unit}`,
		dv: daily === null ? null : `${Math.round((amount / daily) * 100)}%`,
	};
}
