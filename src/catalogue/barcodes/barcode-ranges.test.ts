import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BarcodeRange, barcodeRanges, cutRanges } from "./barcode-ranges.ts";

const digits = (minLength: number, maxLength: number) =>
	fc.array(fc.constantFrom("0", "1", "9"), { minLength, maxLength }).map((characters) => characters.join(""));
const barcode = digits(4, 14);
const prefixes = fc.array(digits(1, 5), { maxLength: 4 });

const placesOf = (ranges: readonly BarcodeRange[], text: string) =>
	ranges.filter(({ from, before }) => from <= text && text < before).length;

describe("barcode ranges", () => {
	test("hold exactly the barcodes that start with the search and with a prefix, each once", () => {
		fc.assert(
			fc.property(digits(0, 6), prefixes, barcode, (search, given, text) => {
				const starts = given.length === 0 || given.some((prefix) => text.startsWith(prefix));
				const expected = text.startsWith(search) && starts ? 1 : 0;
				expect(placesOf(barcodeRanges(search, given), text)).toBe(expected);
			}),
		);
	});

	test("are sorted and do not overlap", () => {
		fc.assert(
			fc.property(digits(0, 2), prefixes, (search, given) => {
				const ends = barcodeRanges(search, given).flatMap(({ from, before }) => [from, before]);
				expect(ends).toEqual([...ends].sort());
			}),
		);
	});

	test.each([
		"%",
		"_",
		"'",
		"\\",
		"1%",
		"12a",
		" 12",
		"１２",
		"1\n",
		"-1",
		"123456789012345",
		"\ud800",
		"\0",
	])("%j matches nothing", (search) => {
		expect(barcodeRanges(search, [])).toEqual([]);
	});

	test("a full barcode matches itself, even at the maximum length", () => {
		const ranges = barcodeRanges("99999999999999", []);
		expect(placesOf(ranges, "99999999999999")).toBe(1);
		expect(placesOf(ranges, "9999999999999")).toBe(0);
	});
});

test("cut ranges hold the same barcodes as the whole ones, each once", () => {
	fc.assert(
		fc.property(prefixes, fc.array(barcode, { maxLength: 6 }), barcode, (given, cuts, text) => {
			const whole = barcodeRanges("", given);
			expect(placesOf(cutRanges(whole, cuts), text)).toBe(placesOf(whole, text));
			// A barcode at a cut belongs only to the range that starts with it.
			for (const cut of cuts) expect(placesOf(cutRanges(whole, cuts), cut)).toBe(placesOf(whole, cut));
		}),
	);
});
