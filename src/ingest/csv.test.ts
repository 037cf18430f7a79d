import { readAll } from "@packshot/tables/chunks.arbitrary";
import { expect, test } from "vitest";
import { readCsv } from "./csv.ts";

test("dotted columns become the scopes of a change", async () => {
	const content = [
		"barcode,info.brand,info.vegan,hechshers,nutrition.calories,nutrition.sodium.amount,nutrition.sodium.dv,ingredients.allergens,catalog_meta.department,catalog_meta.category",
		'04011,"Golden, Sheaf",TRUE,OU:dairy;OK; Star-K : pareve ;,110,<5 mg,0%,milk; soy,Produce,Fruit',
	].join("\n");
	expect(await readAll(readCsv, content)).toEqual([
		{
			line: 2,
			change: {
				barcode: "04011",
				info: { brand: "Golden, Sheaf", vegan: true },
				hechshers: [
					{ symbol: "OU", dairy_meat_pareve: "dairy" },
					{ symbol: "OK" },
					{ symbol: "Star-K", dairy_meat_pareve: "pareve" },
				],
				nutrition: { calories: "110", sodium: { amount: "<5 mg", dv: "0%" } },
				ingredients: { allergens: ["milk", "soy"] },
				catalog_meta: { department: "Produce", category: "Fruit" },
			},
		},
	]);
});

test("a scope with only empty cells is left unchanged", async () => {
	const content = "barcode,info.brand,info.notes,ingredients.allergens\n4011,,n,\n4012,,,\n,,,\n";
	expect(await readAll(readCsv, content)).toEqual([
		{ line: 2, change: { barcode: "4011", info: { notes: "n" } } },
		{ line: 3, change: { barcode: "4012" } },
	]);
});

test("refuses an invalid row with its line number and reads the others", async () => {
	const content = [
		"barcode,info.vegan,hechshers",
		"12,,",
		"4011,maybe,",
		"4011,,:dairy",
		"4011,,OU:cheese",
		"4011,1",
		"4011,0,OU",
	].join("\r\n");
	expect(await readAll(readCsv, content)).toEqual([
		{ line: 2, reason: expect.stringMatching(/^barcode: expected a text of 4 to 14 digits/) },
		{ line: 3, reason: 'info.vegan: expected true or false, found "maybe"' },
		{ line: 4, reason: expect.stringMatching(/^hechshers\[0\]\.symbol: /) },
		{ line: 5, reason: expect.stringMatching(/^hechshers\[0\]\.dairy_meat_pareve: .* found "cheese"$/) },
		{ line: 6, reason: "expected 3 cells, found 2" },
		{ line: 7, change: { barcode: "4011", info: { vegan: false }, hechshers: [{ symbol: "OU" }] } },
	]);
});

test.each([
	["info.brand\n4011\n", 'the header has no column "barcode"'],
	["barcode,info.colour\n4011,red\n", 'the header names an unknown column, "info.colour"'],
	["barcode,info\n4011,red\n", 'the header names an unknown column, "info"'],
	["barcode,__proto__.x\n4011,red\n", 'the header names an unknown column, "__proto__.x"'],
	["barcode,info.brand,info.brand\n", 'the header names the column "info.brand" twice'],
	["barcode;info.brand\n4011;x\n", 'the header names an unknown column, "barcode;info.brand"'],
	['barcode,"info\n', "a quote is opened but not closed up to line 1"],
])("the file is refused for the header of %j", async (content, reason) => {
	expect(await readAll(readCsv, content)).toEqual([{ line: 1, reason }]);
});

test("an empty file gives nothing", async () => {
	expect(await readAll(readCsv, "\ufeff\n\n")).toEqual([]);
});
