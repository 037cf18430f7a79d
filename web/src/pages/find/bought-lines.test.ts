import { expect, test } from "vitest";
import { boughtLines } from "./bought-lines.ts";

test("values become lines of text, and empty ones are left out", () => {
	const product_meta = {
		product_name: "חלב",
		notes: null,
		vegan: false,
		bracha: "shehakol",
		updated_at: "2026-11-26T12:20:58.661Z",
		hechshers: [
			{ symbol: "OU", dairy_meat_pareve: "dairy" },
			{ symbol: "KAJ", dairy_meat_pareve: null },
		],
		nutrition: { calories: "120", sodium: { amount: "5 mg", dv: "0%" }, iron: { amount: null, dv: null } },
		ingredients: { ingredients_text: "Milk", contains_statement: null, allergens: ["milk", "soy"] },
	};
	const image_meta = {
		front: { photo_date: "2026-05-03", resolution: "640x480", file_size_bytes: 21_000, uploaded_by: null },
		back: null,
	};
	expect(boughtLines({ product_meta, image_meta })).toEqual([
		{ name: "Product name", value: "חלב" },
		{ name: "Vegan", value: "Not stated" },
		{ name: "Bracha", value: "Shehakol" },
		{ name: "Last changed", value: expect.stringMatching(/^2[5-7] Nov 2026, \d\d:\d\d$/) },
		{ name: "Hechshers", value: "OU dairy, KAJ" },
		{ name: "Calories", value: "120" },
		{ name: "Sodium", value: "5 mg, 0%" },
		{ name: "Ingredients text", value: "Milk" },
		{ name: "Allergens", value: "milk, soy" },
		{ name: "Front", value: "photographed 3 May 2026, 640 × 480 pixels, 21 KB" },
	]);
	expect(boughtLines({})).toEqual([]);
});
