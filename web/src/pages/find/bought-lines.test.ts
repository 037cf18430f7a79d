import { expect, test } from "vitest";
import { boughtLines } from "./bought-lines.ts";

test("values become lines of text, and empty ones are left out", () => {
	const product_meta = {
		product_name: "חלב",
		notes: null,
		vegan: false,
		hechshers: [
			{ symbol: "OU", dairy_meat_pareve: "dairy" },
			{ symbol: "KAJ", dairy_meat_pareve: null },
		],
		nutrition: { calories: "120", sodium: { amount: "5 mg", dv: "0%" }, iron: { amount: null, dv: null } },
		ingredients: { ingredients_text: "Milk", contains_statement: null, allergens: ["milk", "soy"] },
	};
	expect(boughtLines({ barcode: "4011", product_meta })).toEqual([
		{ name: "product_name", value: "חלב" },
		{ name: "vegan", value: "No" },
		{ name: "hechshers", value: "OU dairy, KAJ" },
		{ name: "calories", value: "120" },
		{ name: "sodium", value: "5 mg, 0%" },
		{ name: "ingredients_text", value: "Milk" },
		{ name: "allergens", value: "milk, soy" },
	]);
	expect(boughtLines({ barcode: "4011" })).toEqual([]);
});
