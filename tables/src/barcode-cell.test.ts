import { expect, test } from "vitest";
import { readBarcodeCell, spreadsheetNumber } from "./barcode-cell.ts";

test.each([
	["(01)00725272730706(10)AB-1", "0725272730706"],
	["(01) 10725272730703 (17) 271231", "10725272730703"],
	["]d20100725272730706", "0725272730706"],
	["https://shop.example/01/00725272730706?17=271231", "0725272730706"],
	["7.25272730706E+11", "725272730706"],
	["7,25272730706E11", "725272730706"],
	["7.290000000017E+12", "7290000000017"],
	["7.290000000017e12", "7290000000017"],
	["7.2900000000170E+12", "7290000000017"],
	["https://id.gs1.org/01/96385074", "96385074"],
	["https://id.gs1.org/01/725272730706", "0725272730706"],
	["https://id.gs1.org/01/0725272730706/10/A", "0725272730706"],
	["(01)00000096385074", "96385074"],
	["’7290000000017", "7290000000017"],
	["‘0725272730706", "0725272730706"],
	["'0725272730706", "0725272730706"],
	["“0725272730706”", "0725272730706"],
	["\ufeff\u202a0725272730706\u202c\u200b", "0725272730706"],
	["\u00a00725272730706\u00a0", "0725272730706"],
	["0 72527 27307 06", "0725272730706"],
	["0-72527-27307-0-6", "0725272730706"],
	["729000 0000017", "7290000000017"],
	["- 4011", "4011"],
	["4011.00", "4011"],
	["7290000000017.0", "7290000000017"],
	["7,290,000,000,017", "7290000000017"],
	["EAN-13: 7290000000017", "7290000000017"],
	["EAN 12345678", "12345678"],
	["PLU 4011", "4011"],
])("%j is read as its digits", (text, digits) => expect(readBarcodeCell(text)).toEqual({ digits }));

test.each(["(10)AB-1", "https://shop.example/products/1", "(01)123"])("%j is no barcode", (text) =>
	expect(readBarcodeCell(text)).toEqual({ problem: "not a barcode: 4 to 14 digits" }),
);

test.each([
	"4011\n94011",
	"4012 4013",
	"4030-4033",
	"7290000000017, 7290000000024",
	"7290000000017/7290000000024",
	"96385074 1234",
	"96385074;96385074",
	"7290000000017 4011",
])("%j is two barcodes", (text) =>
	expect(readBarcodeCell(text)).toEqual({ problem: expect.stringContaining("two barcodes") }),
);

test.each(["-4011", "−7290000000017", "4011-", "–96385074"])("%j is a negative number", (text) =>
	expect(readBarcodeCell(text)).toEqual({ problem: expect.stringContaining("negative") }),
);

test.each(["7290000120000", "725273000000"])("%j was rounded if a spreadsheet has it as a number", (text) => {
	expect(spreadsheetNumber(text)).toEqual({ problem: expect.stringContaining("has rounded") });
	expect(readBarcodeCell(text)).toEqual({ digits: text });
});

test.each(["7.250000000000E+11", "7.2900000000E+12"])(
	"%j was rounded, and has the right check digit by chance alone",
	(text) => expect(readBarcodeCell(text)).toEqual({ problem: expect.stringContaining("has rounded") }),
);

test.each(["7290000080000", "96380000", "12340000"])("%j is taken", (digits) =>
	expect(readBarcodeCell(digits)).toEqual({ digits }),
);

test.each(["2025-05-16", "16-05-2025", "16-05-25", "16-May-2025", "16/05/2025"])(
	"%s is a date, whose digits are no barcode",
	(text) =>
		expect(readBarcodeCell(text)).toEqual({
			problem: "the spreadsheet has made a date of this cell, format the column as text and enter it again",
		}),
);

test("a number with an exponent that has lost digits is refused", () =>
	expect(readBarcodeCell("7.25273E+11")).toEqual({
		problem: expect.stringContaining("has rounded this number"),
	}));
