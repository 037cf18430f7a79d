import fc from "fast-check";
import { expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { type ListChoices, type ReadList, readFile, readText } from "./read-list.ts";

/** A list without where its cells stand. */
const plain = ({ barcodes, others }: ReadList) => ({ barcodes, others: others.map(({ text }) => text) });
const file = (...parts: readonly (Uint8Array | string)[]) =>
	new Blob(parts.map((part) => (typeof part === "string" ? part : part.slice())));

test.each<[string, string, readonly string[], readonly string[]]>([
	["one barcode per line", "725272730706\n4011\r\n4011\n", ["725272730706", "4011"], ["4011"]],
	[
		"barcodes separated by commas and spaces",
		"725272730706, 4011 4012;4013",
		["725272730706", "4011", "4012", "4013"],
		[],
	],
	[
		"barcodes with grouped digits",
		"0 725272 73070 6\n0-725272-730713",
		["0725272730706", "0725272730713"],
		[],
	],
	[
		"a CSV with a header row",
		"name,barcode,price\nMatzah,725272730706,1000\nBread,4011,2000",
		["725272730706", "4011"],
		[],
	],
	[
		"semicolons and quotes",
		'"ברקוד";"שם"\n"725272730706";"במבה; גדולה"\n4011;"x ""y"""',
		["725272730706", "4011"],
		[],
	],
	[
		"commas, and semicolons inside quotes",
		'barcode,name\n4011,"milk; eggs"\n4012,"flour; oil"',
		["4011", "4012"],
		[],
	],
	["tabs, with a byte order mark", "\uFEFFEAN\tName\n725272730706\tA\n4011\tB", ["725272730706", "4011"], []],
	[
		"stock beside barcodes",
		"sep=;\nbarcode;stock\n725272730706;4011\n4006381333931;4012",
		["725272730706", "4006381333931"],
		[],
	],
	[
		"a title with a year above a table",
		"Stock list;2026;\n\nbarcode;name;price\n725272730706;x;1",
		["725272730706"],
		[],
	],
	[
		"a title with a year, and a year alone, above a header and lines",
		"Order list, 2026\n2027\nEAN\n725272730706\n4011",
		["725272730706", "4011"],
		[],
	],
	[
		"digits grouped as on the package, and numbers that are not a barcode together",
		"7290 0000 66318\n4006381\u00A0333931\n4011 4012 4013",
		["7290000066318", "4006381333931", "4011", "4012", "4013"],
		[],
	],
	[
		"a title with a year above lines",
		"Stock list 2026\n725272730706\n4011",
		["725272730706", "4011"],
		["Stock list 2026"],
	],
	[
		"item numbers beside barcodes",
		"item number,EAN\n12345678,725272730706\n12345679,4006381333931",
		["725272730706", "4006381333931"],
		[],
	],
	["barcodes rounded by a spreadsheet", "barcode,n\n7.25E+11,a\n4011,b", ["4011"], ["7.25E+11"]],
	[
		"cells with line breaks",
		'name,barcode\n"Matzah\nhand made, ""big""",725272730706\n"Bread\r\nwhite",4011',
		["725272730706", "4011"],
		[],
	],
	[
		"formulas that keep leading zeros, and decimals",
		'barcode,n\n="0725272730706",a\n"=""4011""",b\n4012.0,c',
		["0725272730706", "4011", "4012"],
		[],
	],
	[
		"direction marks, and other dashes",
		"\u200F0725272730706\u200E\n0\u2013725272\u201173071\u20113",
		["0725272730706", "0725272730713"],
		[],
	],
	["an inch sign", '7" plate,4011\n9" plate,4012', ["4011", "4012"], []],
	[
		"a title with a day, a number and a size",
		"Order 2026-11-23 for shop 12345\n7290000066318 x 5000 g",
		["7290000066318"],
		["Order 2026-11-23 for shop 12345"],
	],
	["names with produce codes", "bananas 4011\napples 4015", ["4011", "4015"], []],
	["words", "matzah bread", [], ["matzah bread"]],
	["an empty text", "", [], []],
])("reads %s", async (_, text, barcodes, others) => {
	expect(plain(await readText(text))).toEqual({ barcodes, others });
	if (text !== "") expect(plain(await readFile(file(text)))).toEqual({ barcodes, others });
});

test("what was left out is told by line and reason", async () => {
	expect((await readText("barcode,n\n4011,a\n7.25E+11,b\n\nnone,c")).others).toEqual([
		{
			line: 3,
			text: "7.25E+11",
			problem: expect.stringContaining("the spreadsheet has rounded this number"),
		},
		{ line: 5, text: "none", problem: "not a barcode: 4 to 14 digits" },
	]);
});

test("repeated lines and lines of words are told", async () => {
	expect((await readText("4011\nmatzah\n725272730706\n4011\n4011\n")).others).toEqual([
		{ line: 2, text: "matzah", problem: "no barcode in this line" },
		{ line: 4, text: "4011", problem: "already in line 1" },
		{ line: 5, text: "4011", problem: "already in line 1" },
	]);
});

const TABLE = "שם;ברקוד;מק״ט\r\nבמבה גדולה;0725272730706;4011\r\nתפוח;4006381333931;4012\r\n";
/** Windows-1255, as far as these letters go. */
const hebrew = (text: string) =>
	Buffer.from(
		text
			.replace(/[א-ת]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x5d0 + 0xe0))
			.replaceAll("״", "'"),
		"latin1",
	);

test.each<[string, Blob]>([
	["UTF-8", file(TABLE)],
	["UTF-16", file(Buffer.from(`\uFEFF${TABLE}`, "utf16le"))],
	["UTF-16 (big-endian)", file(Buffer.from(`\uFEFF${TABLE}`, "utf16le").swap16())],
	["Windows-1255 (Hebrew), guessed", file(hebrew(TABLE))],
])("reads a file in %s and says so, with the column", async (words, blob) => {
	const { barcodes, table } = await readFile(blob);
	expect(barcodes).toEqual(["0725272730706", "4006381333931"]);
	expect(table?.words).toBe(`${words}; semicolons; header in line 1`);
	expect(table?.column).toEqual({ number: 2, name: "ברקוד", barcodes: 2 });
});

test("another column can be chosen", async () => {
	const { barcodes, table } = await readFile(file(TABLE), { column: 3 });
	expect([barcodes, table?.columns.map(({ number }) => number)]).toEqual([
		["4011", "4012"],
		[1, 2, 3],
	]);
});

const workbook = (rows: unknown) => writeXlsxFile(rows as never).toBuffer();

test("reads a workbook whatever its name: numbers and texts, from the sheet that is chosen", async () => {
	const sheet = (...values: readonly (number | string)[]) => [
		[{ value: "Item" }, { value: "GTIN" }],
		...values.map((value) => [{ value: 4011 }, { value, type: typeof value === "number" ? Number : String }]),
	];
	const bytes = await writeXlsxFile([
		{ sheet: "Spring", data: sheet(725272730706, "'004011") },
		{ sheet: "Autumn", data: sheet(4006381333931) },
	] as never).toBuffer();
	const first = await readFile(file(bytes));
	expect(plain(first)).toEqual({ barcodes: ["725272730706", "004011"], others: [] });
	expect(first.table).toMatchObject({ sheet: "Spring", otherSheets: ["Autumn"] });
	const choices: ListChoices = { sheet: "Autumn" };
	expect((await readFile(file(bytes), choices)).barcodes).toEqual(["4006381333931"]);
});

test("reads the barcodes of a workbook with 2,500 rows", async () => {
	const rows = Array.from({ length: 2500 }, (_, place) => [
		{ value: `Product ${place} ${"of a long name ".repeat(10)}`, type: String },
		{ value: 4000000000001 + place, type: Number },
	]);
	expect((await readFile(file(await workbook(rows)))).barcodes).toHaveLength(2500);
});

test.each<[Blob, string]>([
	[file(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1)), "This file is an old Excel file (.xls)"],
	[file("PK\u0003\u0004"), "This file is not a whole Excel workbook"],
	[file(new Uint8Array(5 * 1024 * 1024 + 1)), "This file is larger than 5 MB."],
	[file("name,price\nx,1\ny,2\n"), "This file has no column with barcodes"],
])("%#: refuses an unreadable file with a message", async (wrong, words) => {
	await expect(readFile(wrong)).rejects.toThrow(words);
});

test("reads any pasted text, and returns nothing but barcodes", async () => {
	await fc.assert(
		fc.asyncProperty(fc.oneof(fc.string(), fc.stringMatching(/^[0-9,;"\t\n x-]{0,200}$/)), async (text) => {
			try {
				for (const barcode of (await readText(text)).barcodes) expect(barcode).toMatch(/^\d{4,14}$/);
			} catch (error) {
				expect(error).toMatchObject({ message: expect.stringMatching(/^This .*\.$/) });
			}
		}),
	);
});

test("reads a file with very many lines, and one with nothing but quotes", async () => {
	const text = Array.from({ length: 150_000 }, (_, place) => `${1000 + (place % 9000)}`).join("\n");
	expect((await readText(text)).barcodes).toHaveLength(9000);
	expect((await readText('"'.repeat(50_000))).barcodes).toEqual([]);
});
