import { describe, expect, test } from "vitest";
import { newProduct } from "../stored/new-product.ts";
import { conflictsOf, lookedAt } from "./conflicts.ts";
import { findIngredient } from "./find-ingredients.ts";
import { INGREDIENT_WORDS } from "./ingredient-words.ts";

describe.each(INGREDIENT_WORDS)(
	"$ingredient, $language",
	({ ingredient, words, example, counterexample }) => {
		test("is found by its words, and not in what only sounds alike", () => {
			expect(findIngredient(example, ingredient)).toBeDefined();
			expect(findIngredient(counterexample, ingredient)).toBeUndefined();
			for (const word of words.filter((each) => /^[\p{L} ]+$/u.test(each)))
				expect(findIngredient(`x, ${word}.`, ingredient), word).toBeDefined();
		});
	},
);

test.each([
	["May contain traces of milk.", "milk"],
	["Sugar. Made in a facility that also processes milk and wheat.", "milk"],
	["Sugar, salt. May contain wheat, barley.", "leaven"],
	["Free from milk, wheat and soy", "milk"],
	["Contains no milk or butter", "milk"],
	["Dairy-free chocolate", "milk"],
	["Almond, cashew butter; peanut and almond butter", "milk"],
	["סוכר. עלול להכיל חלב", "milk"],
	["סוכר, ללא חלב", "milk"],
	["Matzo farfel (wheat flour (enriched), water), salt", "leaven"],
	["Beef gelatin, sugar", "meat"],
] as const)("%s: no %s", (text, ingredient) => {
	expect(findIngredient(text, ingredient)).toBeUndefined();
});

test.each([
	["Sugar. May contain nuts. Contains: milk", "milk", "contains: milk"],
	["MAY CONTAIN TRACES OF EGG\nMILK POWDER", "milk", "milk powder"],
	["Coconut milk, skim milk", "milk", "skim milk"],
	["קמח, אבקת חָלָב ומלח", "milk", "אבקת חלב"],
	["מים וחמאה", "milk", "וחמאה"],
	["Gluten-free oats", "leaven", "oats"],
] as const)("%s: %s", (text, ingredient, around) => {
	expect(findIngredient(text, ingredient)).toContain(around);
});

const DESIGNATION = { org: null, logo: null, additional_designation: null };

function product(
	hechshers: readonly { symbol: string; dairy_meat_pareve?: string; additional_designation?: string }[],
	ingredients_text: string,
	{ info = {}, ...more }: { info?: object; contains_statement?: string; allergens?: readonly string[] } = {},
) {
	const ingredients = { ingredients_text, contains_statement: null, allergens: [], ...more };
	return {
		...newProduct("4011", 0),
		info: JSON.stringify(info).slice(1, -1),
		hechshers: JSON.stringify(
			hechshers.map((each) => ({ ...DESIGNATION, dairy_meat_pareve: null, ...each })),
		),
		ingredients: JSON.stringify(ingredients),
	};
}

const pareve = [{ symbol: "OU", dairy_meat_pareve: "pareve" }];
const passover = { info: { kosher_for_passover: true } };

test.each([
	[product(pareve, "Sugar, whey"), "milk_in_pareve", ["OU: pareve", "Ingredients: sugar, whey"]],
	[product(pareve, "Sugar", { allergens: ["milk"] }), "milk_in_pareve", ["OU: pareve", "Allergens: milk"]],
	[product(pareve, "Chicken fat"), "meat_in_pareve", ["OU: pareve", "Ingredients: chicken fat"]],
	[
		product([{ symbol: "OU", dairy_meat_pareve: "meat" }], "Beef, cream"),
		"milk_and_meat",
		["OU: meat", "Ingredients: beef, cream"],
	],
	[
		product([], "Enriched flour", passover),
		"leaven_at_passover",
		["Kosher for Passover", "Ingredients: enriched flour"],
	],
	[
		product([{ symbol: "OU", additional_designation: "Passover" }], "Corn syrup"),
		"kitniyot_at_passover",
		["OU: Passover", "Ingredients: corn syrup"],
	],
	[
		product([...pareve, { symbol: "COR", dairy_meat_pareve: "dairy" }], "Sugar"),
		"agencies_disagree",
		["OU: pareve", "COR: dairy"],
	],
	[product([{ symbol: "K" }], "Sugar"), "mere_k", ["Symbol: K"]],
])("two facts that contradict each other: %#", (row, kind, facts) => {
	expect(conflictsOf(row)).toEqual([{ kind, facts }]);
});

test.each([
	product(pareve, "Coconut milk, cocoa butter, lactic acid"),
	product([{ symbol: "OU", dairy_meat_pareve: "dairy" }], "Milk"),
	product([], "Passover wheat flour, water", {
		...passover,
		contains_statement: "Wheat",
		info: { ...passover.info, product_name: "Matzah" },
	}),
	product([{ symbol: "OU", additional_designation: "Not for Passover" }], "Wheat flour"),
	product([{ symbol: "OU", additional_designation: "Passover, kitniyot" }], "Rice"),
	{ ...product([], ""), hechshers: null, ingredients: null },
])("no contradiction: %#", (row) => {
	expect(conflictsOf(row)).toEqual([]);
});

test("what was looked at stays silent until one of its facts changes", () => {
	const row = product(pareve, "Sugar, whey");
	const seen = { ...row, looked_at: lookedAt(row, "milk_in_pareve") };
	expect(conflictsOf(seen)).toEqual([]);
	expect(conflictsOf({ ...seen, ingredients: product(pareve, "Sugar, butter").ingredients })).toHaveLength(1);
	expect(lookedAt(row, "mere_k")).toBe(null);
});
