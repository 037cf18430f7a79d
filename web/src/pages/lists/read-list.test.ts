import fc from "fast-check";
import { expect, test } from "vitest";
import { readRows, readText } from "./read-list.ts";

test.each([
	["one barcode per line", "725272730706\n4011\r\n4011\n", ["725272730706", "4011"], []],
	[
		"barcodes separated by commas and spaces",
		"725272730706, 4011 4012;4013",
		["725272730706", "4011", "4012", "4013"],
		[],
	],
	[
		"barcodes with grouped digits",
		"0 725272 73070 6\n0-725272-730713",
		["0725272730706", "0725272730713"],
		[],
	],
	[
		"a CSV with a header row",
		"name,barcode,price\nMatzah,725272730706,1000\nBread,4011,2000",
		["725272730706", "4011"],
		[],
	],
	[
		"semicolons and quotes",
		'"ברקוד";"שם"\n"725272730706";"במבה; גדולה"\n4011;"x ""y"""',
		["725272730706", "4011"],
		[],
	],
	["tabs, with a byte order mark", "\uFEFFEAN\tName\n725272730706\tA\n4011\tB", ["725272730706", "4011"], []],
	["barcodes rounded by a spreadsheet", "barcode,n\n7.25E+11,a\n4011,b", ["4011"], ["7.25E+11"]],
	[
		"cells with line breaks",
		'name,barcode\n"Matzah\nhand made, ""big""",725272730706\n"Bread\r\nwhite",4011',
		["725272730706", "4011"],
		[],
	],
	[
		"formulas that keep leading zeros, and decimals",
		'barcode,n\n="0725272730706",a\n"=""4011""",b\n4012.0,c',
		["0725272730706", "4011", "4012"],
		[],
	],
	[
		"direction marks, and other dashes",
		"\u200F0725272730706\u200E\n0\u2013725272\u201173071\u20113",
		["0725272730706", "0725272730713"],
		[],
	],
	["an inch sign", '7" plate,4011\n9" plate,4012', ["4011", "4012"], []],
	["words", "matzah bread", [], ["bread"]],
	["an empty text", "", [], []],
])("reads %s", (_, text, barcodes, others) => {
	expect(readText(text)).toEqual({ barcodes, others });
});

test("reads spreadsheet numbers as barcodes, from the column with the most of them", () => {
	const rows = [
		["Item", "Stock", "Code"],
		["Matzah", 1200, 725272730706],
		["Bread", null, "'004011"],
		["Oil", 7, 4006381333931],
	];
	expect(readRows(rows)).toEqual({ barcodes: ["725272730706", "004011", "4006381333931"], others: [] });
	expect(readRows([])).toEqual({ barcodes: [], others: [] });
});

test("reads any pasted text, and returns nothing but barcodes", () => {
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9,;"\t\n x-]{0,200}$/)), (text) => {
			for (const barcode of readText(text).barcodes) expect(barcode).toMatch(/^\d{4,14}$/);
		}),
	);
});

test("reads a file with very many lines, and one with nothing but quotes", () => {
	const text = Array.from({ length: 150_000 }, (_, place) => `${1000 + (place % 9000)}`).join("\n");
	expect(readText(text).barcodes).toHaveLength(9000);
	expect(readText('"'.repeat(50_000)).barcodes).toEqual([]);
});
