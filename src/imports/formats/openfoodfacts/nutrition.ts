type Numbers = (name: string) => number | undefined;

interface Measure {
	readonly name: string;
	/** How many of the unit make a gram. */
	readonly perGram: number;
	readonly unit: string;
}

const inGrams = (name: string): Measure => ({ name, perGram: 1, unit: "g" });
const inMilligrams = (name: string): Measure => ({ name, perGram: 1000, unit: "mg" });

/** Our nutrients by theirs, whose values are in grams whatever the label says. */
const NUTRIENTS: Readonly<Record<string, Measure>> = {
	total_fat: inGrams("fat"),
	saturated_fat: inGrams("saturated-fat"),
	trans_fat: inGrams("trans-fat"),
	cholesterol: inMilligrams("cholesterol"),
	sodium: inMilligrams("sodium"),
	total_carbohydrate: inGrams("carbohydrates"),
	dietary_fiber: inGrams("fiber"),
	total_sugars: inGrams("sugars"),
	added_sugars: inGrams("added-sugars"),
	protein: inGrams("proteins"),
	vitamin_d: { name: "vitamin-d", perGram: 1_000_000, unit: "mcg" },
	calcium: inMilligrams("calcium"),
	iron: inMilligrams("iron"),
	potassium: inMilligrams("potassium"),
};

/**
 * The nutrition panel from values per 100 g, converted to one serving if its weight is known; otherwise the panel is for 100 g or 100 ml and
 * says so. Their records have no percentages of the daily value. Undefined if there are no values.
 * @param number returns a field of the record as a number.
 */
export function nutritionOf(
	number: Numbers,
	servingSize: string | undefined,
): Record<string, unknown> | undefined {
	const servingGrams = number("serving_quantity");
	const isServing = servingSize !== undefined && servingGrams !== undefined && servingGrams > 0;
	const share = isServing ? servingGrams / 100 : 1;
	const panel: Record<string, unknown> = {};
	for (const [field, { name, perGram, unit }] of Object.entries(NUTRIENTS)) {
		const grams = number(`${name}_100g`);
		if (grams !== undefined) panel[field] = { amount: `${rounded(grams * share * perGram)} ${unit}` };
	}
	const energy = number("energy-kcal_100g");
	if (energy !== undefined) panel.calories = rounded(energy * share);
	if (Object.keys(panel).length === 0) return undefined;
	return { serving_size: isServing ? servingSize : "100 g or 100 ml", ...panel };
}

/** Three significant digits are more than a label has. */
function rounded(value: number): string {
	return String(Number(value.toPrecision(3)));
}
