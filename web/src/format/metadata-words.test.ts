import { expect, test } from "vitest";
import { fieldName, fieldText, reasonInWords } from "./metadata-words.ts";

test.each([
	["info.product_name", "Product name"],
	["nutrition.total_fat", "Total fat"],
	["hechshers", "Hechshers"],
	["hechshers.org", "Agency"],
	["info.kosher_for_passover", "Kosher for Passover"],
])("%s is called %s", (key, name) => {
	expect(fieldName(key)).toBe(name);
});

test.each([
	[null, null],
	["", null],
	[[], null],
	[{ amount: null, dv: null }, null],
	[false, "Not stated"],
	["110", "110"],
	[["milk", "wheat"], "milk, wheat"],
	[{ amount: "5 mg", dv: "1%" }, "5 mg · 1%"],
	[
		[
			{ symbol: "OU", org: null },
			{ symbol: "CRC", org: "Chicago" },
		],
		"OU\nCRC · Chicago",
	],
])("%j reads %j", (value, text) => {
	expect(fieldText(value)).toBe(text);
});

test.each([
	[
		'info.bracha: expected one of hamotzi, mezonos, shehakol or null, found "x"',
		'Product facts: Bracha: expected one of hamotzi, mezonos or shehakol, found "x"',
	],
	["info.vegan: expected one of true, false", "Product facts: Vegan: expected one of true, false"],
	["barcode 4011 is not in the catalogue", "barcode 4011 is not in the catalogue"],
])("%s reads %s", (reason, words) => expect(reasonInWords(reason)).toBe(words));
