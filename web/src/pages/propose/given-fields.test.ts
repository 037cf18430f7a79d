import { expect, test } from "vitest";
import type { ProposableField } from "../../api/routes.ts";
import { fieldProblem, givenFields } from "./given-fields.ts";

const field = (scope: string, name: string, kind: string): ProposableField => ({
	scope,
	field: name,
	kind,
	choices: [],
	description: "",
	example: "",
});
const fields = [
	field("info", "brand", "text"),
	field("info", "vegan", "flag"),
	field("hechshers", "symbol", "symbol"),
	field("hechshers", "org", "text"),
	field("nutrition", "sodium", "nutrient"),
	field("ingredients", "allergens", "texts"),
];

test("input becomes fields by scope, without empty ones", () => {
	const typed = {
		"info.brand": " Golden Sheaf ",
		"info.vegan": "no",
		"hechshers.0.symbol": "OU",
		"hechshers.0.org": "",
		"hechshers.1.symbol": " ",
		"nutrition.sodium.amount": "5 mg",
		"ingredients.allergens": "milk, , wheat",
	};
	expect(givenFields(fields, typed)).toEqual({
		info: { brand: "Golden Sheaf", vegan: false },
		hechshers: [{ symbol: "OU" }],
		nutrition: { sodium: { amount: "5 mg" } },
		ingredients: { allergens: ["milk", "wheat"] },
	});
	expect(givenFields(fields, {})).toEqual({});
});

test.each([
	["fields.info.brand: may not hold NUL.", "info.brand", "May not hold NUL."],
	["fields.hechshers[1].symbol is missing.", "hechshers.1.symbol", "Is missing."],
	["fields.info.bracha: expected one of a, b.", "info.bracha", "Expected one of a, b."],
])("%s is shown at %s", (message, key, problem) => {
	expect(fieldProblem(message)).toEqual({ key, problem });
});

test("other errors belong to no field", () => {
	expect(fieldProblem("Nothing is proposed: give a picture or a field.")).toBeUndefined();
});
