import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gtinOf, gtinOfUpcE, withoutZeros } from "./gtin.ts";
import {
	familyOf,
	filledUp,
	isSameProduct,
	likeliestFirst,
	looksShortened,
	otherForms,
} from "./same-product.ts";

describe("the other forms of a barcode", () => {
	test.each([
		["725272730706", ["0725272730706", "00725272730706"]],
		["0725272730706", ["725272730706", "00725272730706"]],
		["12345678905", ["0012345678905", "012345678905", "00012345678905"]],
		["105000011", ["0000105000011", "000105000011", "00000105000011", "00105000011", "0105000011"]],
		["049000006346", ["0049000006346", "00049000006346", "49000006346", "04963406", "4963406"]],
		["4963406", ["04963406", "0049000006346", "049000006346", "00049000006346", "49000006346"]],
	])("%s are %j, likeliest first", (barcode, forms) => {
		expect(otherForms(barcode)).toEqual(forms);
	});

	test("of eight digits are also what a spreadsheet left of them", () => {
		expect(otherForms("00010894")).toContain("10894");
		expect(otherForms("01552157")).toContain("1552157");
		expect(otherForms("1552157")).toContain("01552157");
	});

	test.each(["4011", "94011", "10894", "123457", "1234567", "725272730707", "0725272730707", "01234567"])(
		"%s has none: too short, or its check digit is wrong",
		(barcode) => expect(otherForms(barcode)).toEqual([]),
	);

	test("are never the code of a kind of produce, right as its check digit may be", () => {
		expect(otherForms("0000000004015")).not.toContain("4015");
		expect(otherForms("00004015")).not.toContain("4015");
	});

	test("name each other from 7 digits on, and are one family", () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[0-9]{13}$/), (digits) => {
				const gtin = gtinOf(digits);
				for (const form of otherForms(gtin)) {
					if (form.length >= 7) expect(otherForms(form)).toContain(gtin);
					expect(isSameProduct(form, gtin)).toBe(true);
					expect(familyOf(form)).toBe(familyOf(gtin));
				}
			}),
		);
	});
});

test("forms are sorted as they are looked up", () => {
	const forms = ["04963406", "00049000006346", "4963406", "049000006346", "0049000006346"];
	expect(likeliestFirst(forms)).toEqual([
		"0049000006346",
		"049000006346",
		"00049000006346",
		"04963406",
		"4963406",
	]);
});

describe("zeros that a spreadsheet took", () => {
	test.each([
		["4963406", "04963406"],
		["105000011", "000105000011"],
		["1050000110", "001050000110"],
		["72527273070", "072527273070"],
	])("%s is %s with them", (barcode, whole) => expect(filledUp(barcode)).toBe(whole));

	test.each(["4011", "94011", "123456", "96385074", "725272730706", "0725272730706"])(
		"%s has lost none",
		(barcode) => expect(filledUp(barcode)).toBeUndefined(),
	);

	test("are missing where the check digit is right with them", () => {
		fc.assert(
			fc.property(fc.stringMatching(/^([0-9]{7}|[0-9]{9,11})$/), (barcode) => {
				const whole = filledUp(barcode) ?? "";
				const isRight = whole.endsWith(gtinOf(whole.slice(0, -1)).slice(-1));
				const isUpcE = whole.length === 8 && gtinOfUpcE(whole) !== undefined;
				expect(looksShortened(barcode)).toBe(isRight || isUpcE);
				expect(withoutZeros(whole)).toBe(withoutZeros(barcode));
			}),
		);
	});
});
