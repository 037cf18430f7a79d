import fc from "fast-check";
import { expect, test } from "vitest";
import { checkedGtin, readBarcode } from "./barcode-reading.ts";

test.each([
	["96385074", "96385074"],
	["725272730706", "725272730706"],
	["0725272730706", "0725272730706"],
	["00725272730706", "00725272730706"],
	["10725272730703", "10725272730703"],
	// A UPC-E, and digits that lost their leading zeros, stand for a UPC-A.
	["04252614", "042100005264"],
	["36000291452", "036000291452"],
	["123456784", "000123456784"],
])("the GTIN of %s is %s", (barcode, gtin) => expect(checkedGtin(barcode)).toBe(gtin));

test.each(["4011", "94011", "123456", "1234567", "96385075", "725272730707", "0725272730707", "36000291453"])(
	"%s has no GTIN with a right check digit",
	(barcode) => expect(checkedGtin(barcode)).toBeUndefined(),
);

test("a barcode has one exactly if its check digit is right, and it is the barcode or another form of it", () => {
	const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 4, maxLength: 14 });
	fc.assert(
		fc.property(digits, (barcode) => {
			const gtin = checkedGtin(barcode);
			const { kind, checkDigitValid, barcodes } = readBarcode(barcode);
			if (kind !== "other") expect(gtin !== undefined).toBe(checkDigitValid === true);
			if (gtin === undefined) return;
			expect(barcodes).toContain(gtin);
			expect([8, 12, 13, 14]).toContain(gtin.length);
		}),
		{ numRuns: 2000 },
	);
});
