import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gtinOf, gtinOfUnchecked, gtinOfUpcE, isChecked, itemInside, writtenForms } from "./gtin.ts";

const digits = (length: number) =>
	fc
		.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
		.map((all) => all.join(""));

describe("a check digit", () => {
	// Published examples from GS1 and from articles on barcode symbologies.
	test.each([
		"036000291452",
		"4006381333931",
		"73513537",
		"10614141000415",
		"9780201379624",
		"00012345678905",
	])("of %s is right, and any other is wrong", (gtin) => {
		expect(isChecked(gtin)).toBe(true);
		const others = [..."0123456789"].filter((digit) => digit !== gtin.at(-1));
		expect(others.filter((digit) => isChecked(gtin.slice(0, -1) + digit))).toEqual([]);
	});

	test("stays the same with leading zeros", () => {
		fc.assert(
			fc.property(digits(12), fc.integer({ min: 0, max: 5 }), (text, zeros) => {
				expect(isChecked("0".repeat(zeros) + text)).toBe(isChecked(text));
			}),
		);
	});

	test("detects every single wrong digit", () => {
		fc.assert(
			fc.property(digits(13), fc.nat(12), fc.integer({ min: 1, max: 9 }), (text, place, by) => {
				const wrong = `${text.slice(0, place)}${(Number(text[place]) + by) % 10}${text.slice(place + 1)}`;
				expect(isChecked(text) && isChecked(wrong)).toBe(false);
			}),
		);
	});
});

/** Positions of the digits of a UPC-E, by its last digit: written out from the standard's table, independently of the code. */
const PATTERNS = [
	"XX00000XXX",
	"XX10000XXX",
	"XX20000XXX",
	"XXX00000XX",
	"XXXX00000X",
	...[5, 6, 7, 8, 9].map((last) => `XXXXX0000${last}`),
];

function expanded(system: string, six: string): string {
	const pattern = PATTERNS[Number(six[5])] ?? "";
	let next = 0;
	return system + [...pattern].map((sign) => (sign === "X" ? six[next++] : sign)).join("");
}

const upcE = fc.tuple(fc.constantFrom("0", "1"), digits(6)).map(([system, six]) => {
	const gtin = gtinOf(expanded(system, six));
	return { text: system + six + gtin.at(-1), gtin };
});

describe("UPC-E", () => {
	test.each([
		["04252614", "042100005264"],
		["06543217", "065100004327"],
	])("%s stands for %s", (text, upcA) => {
		expect(gtinOfUpcE(text)).toBe(`00${upcA}`);
		expect(writtenForms(gtinOf(upcA.slice(0, 11)))).toContain(text);
	});

	test("expands to the UPC-A given by the standard's table", () => {
		fc.assert(
			fc.property(upcE, ({ text, gtin }) => {
				expect(gtinOfUpcE(text)).toBe(gtin);
			}),
		);
	});

	test("is one of the written forms of its UPC-A", () => {
		fc.assert(
			fc.property(upcE, ({ text, gtin }) => {
				expect(writtenForms(gtin)).toContain(text);
			}),
		);
	});

	test("is a GTIN-8 as well when the digit before its check digit is 5 to 9", () => {
		fc.assert(
			fc.property(upcE, ({ text }) => {
				if (text.slice(6, 7) >= "5") expect(isChecked(text)).toBe(true);
			}),
		);
	});

	test("every eight-digit form leads back to its GTIN", () => {
		fc.assert(
			fc.property(upcE, ({ gtin }) => {
				for (const form of writtenForms(gtin).filter((each) => each.length === 8))
					expect([gtinOfUpcE(form), form.padStart(14, "0")]).toContain(gtin);
			}),
		);
	});

	test("requires number system 0 or 1 and a valid check digit", () => {
		expect(["2425261", "9425261", "042526", "042526x"].map(gtinOfUnchecked)).toEqual(
			new Array(4).fill(undefined),
		);
		expect([..."012356789"].filter((digit) => gtinOfUpcE(`0425261${digit}`))).toEqual([]);
	});
});

describe("the written forms of a GTIN", () => {
	test("have 13, 12, 14 and 8 digits, then those that a spreadsheet leaves of a GTIN-12, as far as leading zeros allow", () => {
		expect(writtenForms(gtinOf("072527273070"))).toEqual(["0725272730706", "725272730706", "00725272730706"]);
		expect(writtenForms(gtinOf("400638133393"))).toEqual(["4006381333931", "04006381333931"]);
		expect(writtenForms(gtinOf("1061414100041"))).toEqual(["10614141000415"]);
		expect(writtenForms(gtinOf("7351353"))).toEqual([
			"0000073513537",
			"000073513537",
			"00000073513537",
			"73513537",
			...["00073513537", "0073513537", "073513537"],
		]);
		expect(writtenForms(gtinOf("0004900000634"))).toEqual([
			...["0049000006346", "049000006346", "00049000006346", "49000006346", "04963406", "4963406"],
		]);
	});

	test("denote the same number, without duplicates", () => {
		fc.assert(
			fc.property(fc.oneof(digits(7), digits(10), digits(11), digits(12), digits(13)), (text) => {
				const gtin = gtinOf(text);
				const forms = writtenForms(gtin);
				expect(new Set(forms).size).toBe(forms.length);
				for (const form of forms)
					if (form.length > 8 || gtinOfUpcE(form.padStart(8, "0")) !== gtin)
						expect(form.padStart(14, "0")).toBe(gtin);
			}),
		);
	});
});

test("a case holds an item, whose GTIN-13 has a check digit of its own", () => {
	expect(itemInside(gtinOf("1400638133393"))).toBe("04006381333931");
	expect(itemInside(gtinOf("8072527273070"))).toBe("00725272730706");
	expect(["0400638133393", "9400638133393"].map((text) => itemInside(gtinOf(text)))).toEqual([
		undefined,
		undefined,
	]);
});
