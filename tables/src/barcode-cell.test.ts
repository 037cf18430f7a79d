import { expect, test } from "vitest";
import { readBarcodeCell } from "./barcode-cell.ts";

test.each([
	["(01)00725272730706(10)AB-1", "0725272730706"],
	["(01) 10725272730703 (17) 271231", "10725272730703"],
	["]d20100725272730706", "0725272730706"],
	["https://shop.example/01/00725272730706?17=271231", "0725272730706"],
	["7.25272730706E+11", "725272730706"],
	["7,25272730706E11", "725272730706"],
])("%j is read as its digits", (text, digits) => expect(readBarcodeCell(text)).toEqual({ digits }));

test.each(["(10)AB-1", "https://shop.example/products/1", "(01)123"])("%j is no barcode", (text) =>
	expect(readBarcodeCell(text)).toEqual({ problem: "not a barcode: 4 to 14 digits" }),
);

test("a number with an exponent that has lost digits is refused", () =>
	expect(readBarcodeCell("7.25273E+11")).toEqual({
		problem: expect.stringContaining("has rounded this number"),
	}));
