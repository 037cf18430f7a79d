import { expect, test } from "vitest";
import { type ListOptions, readBarcodeList } from "./barcode-list.ts";

const read = (text: string | Uint8Array, options?: ListOptions) =>
	readBarcodeList(typeof text === "string" ? new TextEncoder().encode(text) : text, options);

test("a list can be plain text with one barcode per line and any line endings", async () => {
	const { entries, reading } = await read("0725272730706\n\n4011\r\n  725272730706  \n");
	expect(entries.map(({ line, text }) => [line, text])).toEqual([
		[1, "0725272730706"],
		[3, "4011"],
		[4, "725272730706"],
	]);
	expect(reading).toBe("barcodes in column 1; UTF-8; one column; no header");
});

test("how a table was read is told, and options decide instead", async () => {
	const hebrew = Buffer.from("\xf9\xed;EAN;PLU\r\n\xee\xf6\xe4;0725272730706;4011\r\n", "latin1");
	expect(await read(hebrew)).toMatchObject({
		entries: [{ line: 2, text: "0725272730706", barcode: { digits: "0725272730706" } }],
		reading: 'barcodes in column 2, "EAN"; Windows-1255 (Hebrew), guessed; semicolons; header in line 1',
	});
	const given = await read(hebrew, { column: "PLU", encoding: "iso-8859-1", delimiter: ";" });
	expect(given.entries).toMatchObject([{ text: "4011" }]);
	expect(given.reading).toContain('column 3, "PLU"; Windows-1252 (Western European); semicolons');
});

test.each<[string, ListOptions, string]>([
	["", {}, "the list is empty"],
	["PK\u0003\u0004rest", {}, "the list is not a whole Excel workbook"],
	["Name,Price\nx,1", {}, 'There are: 1 "Name", 2 "Price". Choose one with --barcode-column NAME or NUMBER'],
	["Name,UPC\nx,4011", { column: "gtin" }, 'the list has no column "gtin". There are: 1 "Name", 2 "UPC".'],
	["Name,UPC\nx,4011", { sheet: "gtin" }, "the list is text, which has no sheets"],
	["Name,UPC\nx,4011", { encoding: "x" }, 'the list cannot be read with the encoding "x"'],
])("%j with %j is refused", async (text, options, message) => {
	await expect(read(text, options)).rejects.toThrow(message);
	await expect(read(text, options)).rejects.toMatchObject({ exitCode: 2 });
});
