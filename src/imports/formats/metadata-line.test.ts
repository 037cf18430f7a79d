import fc from "fast-check";
import { expect, test } from "vitest";
import { EMPTY_RECORD, mergeRecord } from "../../catalogue/stored/record.ts";
import { metadataChange } from "../../catalogue/writing/metadata-change.arbitrary.ts";
import { checkMetadata } from "./metadata-line.ts";

const barcode = "01234567";

test("every valid change passes unchanged", () => {
	fc.assert(
		fc.property(metadataChange, (change) => {
			expect(checkMetadata(change)).toEqual({ change });
		}),
	);
});

test("the check returns a single result for any JSON", () => {
	fc.assert(
		fc.property(fc.json(), (json) => {
			expect(Object.keys(checkMetadata(JSON.parse(json)))).toHaveLength(1);
		}),
	);
});

test("accepts served timestamps in an import, and ignores them", () => {
	const info = { brand: "A" };
	const line = { barcode, info: { ...info, scanned_at: "2025-03-04T09:30:00.000Z", updated_at: null } };
	expect(checkMetadata(line)).toEqual({ change: line });
	expect(mergeRecord(EMPTY_RECORD, line, 1000)).toEqual(mergeRecord(EMPTY_RECORD, { barcode, info }, 1000));
});

test.each<[unknown, string]>([
	[null, "the line: expected an object, found null"],
	[[], "the line: expected an object, found a list"],
	["x", 'the line: expected an object, found "x"'],
	[{}, "barcode is missing"],
	[{ barcode: 12345678 }, "barcode: expected a text of 4 to 14 digits, found 12345678"],
	[{ barcode: "123" }, 'barcode: expected a text of 4 to 14 digits, found "123"'],
	[{ barcode: "" }, 'barcode: expected a text of 4 to 14 digits, found ""'],
	[{ barcode, info: { vegan: "" } }, 'info.vegan: expected true or false, found ""'],
	[{ barcode, nutrition: { sodium: "" } }, 'nutrition.sodium: expected an object, found ""'],
	[{ barcode, brand: "A" }, '"brand" is an unknown key'],
	[{ barcode, info: { colour: "red" } }, '"info.colour" is an unknown key'],
	[JSON.parse(`{"barcode":"${barcode}","__proto__":{}}`), '"__proto__" is an unknown key'],
	[JSON.parse(`{"barcode":"${barcode}","info":{"__proto__":{}}}`), '"info.__proto__" is an unknown key'],
	[{ barcode, info: { constructor: "x" } }, '"info.constructor" is an unknown key'],
	[{ barcode, images: {} }, '"images" is an unknown key'],
	[{ barcode, info: [] }, "info: expected an object, found a list"],
	[{ barcode, info: { brand: 5 } }, "info.brand: expected a text or null, found 5"],
	[{ barcode, info: { vegan: null } }, "info.vegan: expected true or false, found null"],
	[{ barcode, info: { vegan: "true" } }, 'info.vegan: expected true or false, found "true"'],
	[
		{ barcode, info: { bracha: "Haetz" } },
		'info.bracha: expected one of hamotzi, mezonos, hagafen, haetz, haadama, shehakol or null, found "Haetz"',
	],
	[
		{ barcode, info: { notes: "a\0b" } },
		"info.notes: expected a text without control characters and broken Unicode",
	],
	[
		{ barcode, info: { notes: "\ud800" } },
		"info.notes: expected a text without control characters and broken Unicode",
	],
	[{ barcode, hechshers: {} }, "hechshers: expected a list, found an object"],
	[{ barcode, hechshers: [{ symbol: "OU" }, {}] }, "hechshers[1].symbol is missing"],
	[
		{ barcode, hechshers: [{ symbol: "" }] },
		'hechshers[0].symbol: expected a text that is not empty, found ""',
	],
	[
		{ barcode, hechshers: [{ symbol: "OU", dairy_meat_pareve: "parve" }] },
		'hechshers[0].dairy_meat_pareve: expected one of dairy, meat, pareve or null, found "parve"',
	],
	[{ barcode, nutrition: { calories: 110 } }, "nutrition.calories: expected a text or null, found 110"],
	[{ barcode, nutrition: { sodium: "5 mg" } }, 'nutrition.sodium: expected an object, found "5 mg"'],
	[{ barcode, nutrition: { sodium: { unit: "mg" } } }, '"nutrition.sodium.unit" is an unknown key'],
	[{ barcode, ingredients: { allergens: null } }, "ingredients.allergens: expected a list, found null"],
	[
		{ barcode, ingredients: { allergens: ["milk", 1] } },
		"ingredients.allergens[1]: expected a text, found 1",
	],
])("%j is refused", (line, reason) => {
	expect(checkMetadata(line)).toEqual({ reason });
});

test("an unknown department is refused with a list of the known ones", () => {
	const refused = checkMetadata({ barcode, catalog_meta: { department: "Toys" } });
	expect(refused).toEqual({
		reason: expect.stringMatching(
			/^catalog_meta\.department: expected one of Appetizing, .*Sushi.* or null, found "Toys"$/,
		),
	});
});

test("the value found is truncated and escaped for terminals", () => {
	const refused = checkMetadata({ barcode: `\u001b[31m${"9".repeat(500)}` });
	expect(refused).toEqual({ reason: expect.stringMatching(/found "\\u001b\[31m9{35}…"$/) });
});
