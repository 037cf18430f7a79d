import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBarcodeList } from "./barcode-list.ts";

const read = (text: string, column?: string) => readBarcodeList(new TextEncoder().encode(text), column);
const digits = (text: string, column?: string) =>
	read(text, column).map(({ barcode }) => ("digits" in barcode ? barcode.digits : barcode.problem));

describe("a list of barcodes", () => {
	test("can be plain text with one per line and any line endings", () => {
		expect(digits("0725272730706\n\n4011\r\n  725272730706  \n")).toEqual([
			"0725272730706",
			"4011",
			"725272730706",
		]);
		expect(read("0725272730706\r\n\r\n4011").map(({ line }) => line)).toEqual([1, 3]);
	});

	test.each([
		["Name,Barcode\nMatzah,4011", undefined],
		["Name;GTIN-13\nMatzah;4011", undefined],
		["Name\tUPC\nMatzah\t4011", undefined],
		["שם,ברקוד\nמצה,4011", undefined],
		['"Name, long","UPC Code"\n"Matzah, ""whole"" wheat",4011', undefined],
		["\ufeffBarcode,Price\n4011,1.50", undefined],
		["Code,Other\n4011,0725272730706", "code"],
		["Matzah,4011", "2"],
		["Name,EAN,UPC\nMatzah,0725272730706,4011", "UPC"],
		["barcode\n4011", undefined],
		["Item number\n4011", undefined],
	])("is read from the right column of %j", (text, column) => {
		expect(digits(text, column)).toEqual(["4011"]);
	});

	test("can be what spreadsheets save as Unicode text (UTF-16)", () => {
		const utf16 = Buffer.from("\ufeffName\tBarcode\r\nמצה\t4011\r\n", "utf16le");
		expect(readBarcodeList(utf16)).toEqual([{ line: 2, text: "4011", barcode: { digits: "4011" } }]);
	});

	test.each([
		['="0725272730706"', "0725272730706"],
		["'0725272730706", "0725272730706"],
		["0-725272-730706", "0725272730706"],
		["0725 2727 30706", "0725272730706"],
		["725272730706.0", "725272730706"],
		["7.25273E+11", "a spreadsheet rounded it: format the column as text and export the list again"],
		["7,25273E+11", "a spreadsheet rounded it: format the column as text and export the list again"],
		["123", "not a barcode: 4 to 14 digits"],
		["123456789012345", "not a barcode: 4 to 14 digits"],
		["٤٠١١", "not a barcode: 4 to 14 digits"],
		["none", "not a barcode: 4 to 14 digits"],
	])("with a cell %j is read as %j", (cell, meaning) => {
		const quoted = `"${cell.replaceAll('"', '""')}"`;
		expect(digits(`barcode,name\n${quoted},x`)).toEqual([meaning]);
	});

	test("reports the line of a cell after empty lines and cells with line breaks", () => {
		const text = 'name,barcode\n"two\nlines",4011\n\nplain,wrong\nnone,\n';
		expect(read(text)).toEqual([
			{ line: 2, text: "4011", barcode: { digits: "4011" } },
			{ line: 5, text: "wrong", barcode: { problem: "not a barcode: 4 to 14 digits" } },
			{ line: 6, text: "", barcode: { problem: "no barcode" } },
		]);
	});

	test.each([
		["", undefined, "the list is empty"],
		["\n \n", undefined, "the list is empty"],
		["PK\u0003\u0004rest", undefined, "the list is a spreadsheet file: save it as CSV"],
		[
			"Name,Price\nx,1",
			undefined,
			'none of the columns is named like a barcode: specify one with --column NAME or --column NUMBER. There are: 1 "Name", 2 "Price"',
		],
		[
			"UPC,EAN\n1,2",
			undefined,
			'several columns could hold the barcodes: specify one with --column NAME or --column NUMBER. There are: 1 "UPC", 2 "EAN"',
		],
		["Name,UPC\nx,4011", "gtin", 'the list has no column "gtin". There are: 1 "Name", 2 "UPC"'],
		["Name,UPC\nx,4011", "3", 'the list has no column "3". There are: 1 "Name", 2 "UPC"'],
		['name,barcode\n"open,4011\n', undefined, /^line 2: .*[Qq]uote/],
	])("%j with column %j is refused", (text, column, message) => {
		expect(() => read(text, column)).toThrow(message);
	});

	test("ignores directional marks and other dashes in a barcode", () => {
		expect(
			read("barcode\n\u200f4011\u200e\n0\u2013725272\u201173071\u20113").map(({ barcode }) => barcode),
		).toEqual([{ digits: "4011" }, { digits: "0725272730713" }]);
	});

	test("returns every row of any CSV with its cell and line", () => {
		const cell = fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.replace(/\0|\ufeff/g, ""));
		const barcode = fc.stringMatching(/^[0-9]{4,14}$/);
		const delimiter = fc.constantFrom(",", ";", "\t");
		fc.assert(
			fc.property(fc.array(fc.tuple(cell, barcode), { minLength: 1 }), delimiter, (rows, comma) => {
				const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
				const lines = [
					`name${comma}barcode`,
					...rows.map(([name, code]) => [quoted(name), code].join(comma)),
				];
				const found = read(lines.join("\n"));
				expect(found.map(({ text }) => text)).toEqual(rows.map(([, code]) => code));
				const starts = lines.map(
					(_, place) => lines.slice(0, place).join("\n").split("\n").length + (place > 0 ? 1 : 0),
				);
				if (rows.every(([name]) => !name.includes("\r")))
					expect(found.map(({ line }) => line)).toEqual(starts.slice(1));
			}),
			{ numRuns: 50 },
		);
	});

	test("is read or rejected with a reason, whatever the bytes", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
				try {
					for (const { barcode } of readBarcodeList(bytes))
						expect("digits" in barcode ? barcode.digits : barcode.problem).toMatch(/./);
				} catch (error) {
					expect(error).toMatchObject({ exitCode: 2, message: expect.stringMatching(/./) });
				}
			}),
		);
	});
});
