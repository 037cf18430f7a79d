import fc from "fast-check";
import { expect, test } from "vitest";
import { gtinOf } from "./gtin.ts";
import { gtinKey, otherLeadingZeros } from "./leading-zeros.ts";

test("a GTIN that lost its leading zeros has every other length, likeliest first", () => {
	expect(otherLeadingZeros("725272730706")).toEqual(["0725272730706", "00725272730706"]);
	expect(otherLeadingZeros("0725272730706")).toEqual(["725272730706", "00725272730706"]);
	expect(otherLeadingZeros("12345678905")).toEqual(["0012345678905", "012345678905", "00012345678905"]);
	expect(otherLeadingZeros("0000096385074")).toEqual([
		"000096385074",
		"00000096385074",
		"96385074",
		"00096385074",
		"0096385074",
		"096385074",
	]);
});

test.each(["4011", "94011", "1234567", "725272730707", "0725272730707", "01234567"])(
	"%s is taken literally: a produce code, too short, or its check digit is wrong",
	(barcode) => {
		expect(otherLeadingZeros(barcode)).toEqual([]);
		expect(gtinKey(barcode)).toBe(`exactly ${barcode}`);
	},
);

test("all forms of a GTIN name each other and have one key", () => {
	fc.assert(
		fc.property(fc.stringMatching(/^[0-9]{13}$/), (digits) => {
			const gtin = gtinOf(digits);
			const forms = otherLeadingZeros(gtin);
			for (const form of forms) {
				expect(new Set(otherLeadingZeros(form))).toEqual(
					new Set([gtin, ...forms].filter((other) => other !== form)),
				);
				expect(gtinKey(form)).toBe(gtin);
			}
		}),
	);
});
