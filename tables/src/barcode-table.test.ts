import { expect, test } from "vitest";
import { findBarcodes, isBarcodeHeader } from "./barcode-table.ts";
import { oneChunk } from "./chunks.ts";
import { openTable } from "./open-table.ts";

async function read(text: string, wanted?: string) {
	const table = await openTable(oneChunk(new TextEncoder().encode(text)), { isHeader: isBarcodeHeader });
	const rows = [];
	for await (const row of table.rows) rows.push(row);
	return findBarcodes(rows, wanted);
}
const digits = async (text: string, wanted?: string) =>
	(await read(text, wanted)).rows.map(({ barcode }) =>
		"digits" in barcode ? barcode.digits : barcode.problem,
	);

test.each([
	["Name,Barcode\nMatzah,4011", undefined],
	["Name;GTIN-13\nMatzah;4011", undefined],
	["Name\tUPC\nMatzah\t4011", undefined],
	["שם,ברקוד\nמצה,4011", undefined],
	["Artikel;Strichcode\nMatze;4011", undefined],
	["Produit;Code-barres\nMatsa;4011", undefined],
	["Товар;Штрихкод\nМаца;4011", undefined],
	["Name,PLU,Stock\nBananas,4011,4012", undefined],
	['"Name, long","UPC Code"\n"Matzah, ""whole"" wheat",4011', undefined],
	["\ufeffBarcode,Price\n4011,1.50", undefined],
	["Code,Other\n4011,0725272730706", "code"],
	["Matzah,4011", "2"],
	["Matzah,4011\nBread,4011", undefined],
	["Name,EAN,UPC\nMatzah,0725272730706,4011", "UPC"],
	["barcode\n4011", undefined],
	["Item number\n4011", undefined],
	["sep=;\nbarcode;stock\n4011;4012", undefined],
	["Stock 2026;;\n;;\nbarcode;name;stock\n4011;x;4012\n", undefined],
	["Price list\n2026\n\nname,barcode\nx,4011", undefined],
	['barcode,list\n4011,"milk; eggs"\n', undefined],
	["name,barcode\nx,4011\nname,barcode\n", undefined],
])("finds the column of %j", async (text, column) => {
	expect([...new Set(await digits(text, column))]).toEqual(["4011"]);
});

const EAN = ["0725272730706", "4006381333931", "96385074"];

test("right check digits decide between columns whose names say nothing: an item number is none", async () => {
	const lines = EAN.map((ean, at) => `1000${at}372,${ean},x`);
	for (const header of ["Number,Code,Name", "Item number,EAN,Name", "קוד פריט,מספר,שם"])
		expect(await digits([header, ...lines].join("\n"))).toEqual(EAN);
	expect(await digits(lines.join("\n"))).toEqual(EAN);
});

test("leading zeros that a spreadsheet has lost make no difference", async () => {
	expect((await read("id,nr\n4011,725272730706\n4012,70847811169")).column).toMatchObject({
		name: "nr",
		barcodes: 2,
	});
});

test("numbers of four or five digits lose to barcodes even if most cells of those are empty", async () => {
	const rows = Array.from({ length: 20 }, (_, at) => `${1000 + at},${at < 2 ? EAN[0] : ""}`);
	expect((await read(["sold,number", ...rows].join("\n"))).column.name).toBe("number");
});

test("days and quantities are no barcodes, even where their digits would do", async () => {
	expect((await read("date,nr\n20260101,4011\n20260102,4012\n20260103,4015")).column.name).toBe("nr");
	await expect(read("name,grams\nx,4011\ny,3500")).rejects.toThrow("has no column with barcodes");
});

test("a table as wide as spreadsheets have them is searched in the time that its cells take", async () => {
	const names = Array.from({ length: 16_000 }, (_, at) => (at === 9000 ? "EAN" : `c${at}`));
	const row = `${",".repeat(9000)}4011${",".repeat(6999)}`;
	const { column } = await read([names.join(","), ...Array.from({ length: 50 }, () => row)].join("\n"));
	expect(column).toEqual({ number: 9001, name: "EAN", barcodes: 50 });
});

test("the barcode of the unit comes before that of the case", async () => {
	const text = "Case barcode;Unit barcode\n17290000066318;7290000066318\n17290011017866;7290011017866";
	expect((await read(text)).column.name).toBe("Unit barcode");
});

test("a column is named or numbered, and the others are told", async () => {
	const { column, columns, headerLine } = await read("Stock 2026,\nName,GTIN 13\nx,4011", "gtin-13");
	expect({ column, headerLine }).toEqual({
		column: { number: 2, name: "GTIN 13", barcodes: 1 },
		headerLine: 2,
	});
	expect(columns.map(({ name }) => name)).toEqual(["Name", "GTIN 13"]);
	await expect(read("Name,UPC\nx,4011", "gtin")).rejects.toThrow(
		'has no column "gtin". There are: 1 "Name", 2 "UPC"',
	);
	await expect(read("Name,UPC\nx,4011", "3")).rejects.toThrow('has no column "3"');
});

test.each([
	["", "is empty"],
	["\n \n,,,\n", "is empty"],
	['"a"b\n', "has nothing that can be read: line 1, cell 1 goes on after its closing quote"],
	["Name,Price\nx,1", 'has no column with barcodes. There are: 1 "Name", 2 "Price"'],
	["Stock,Name\n4011,x\n4012,y", "has no column with barcodes"],
	["Year,Name\n2026,x\n2025,y", "has no column with barcodes"],
	["a,b\n2026,x\n2025,y", "has no column with barcodes"],
])("%j is refused", async (text, message) => {
	await expect(read(text)).rejects.toThrow(message);
});

test("the line of every row is told, those of unreadable ones as well", async () => {
	const text = 'name,barcode\n"two\nlines",4011\n\n"plain"x,4012\nplain,wrong\nnone,\nTotal,2 pieces\n';
	expect((await read(text)).rows).toEqual([
		{ line: 2, text: "4011", barcode: { digits: "4011" } },
		{ line: 5, text: "", barcode: { problem: "cell 1 goes on after its closing quote" } },
		{ line: 6, text: "wrong", barcode: { problem: "not a barcode: 4 to 14 digits" } },
		{ line: 7, text: "", barcode: { problem: "no barcode" } },
		{ line: 8, text: "2 pieces", barcode: { problem: "not a barcode: 4 to 14 digits" } },
	]);
});

const ROUNDED = "the spreadsheet has rounded this number: format the column as text and export it again";

test.each([
	['="0725272730706"', "0725272730706"],
	["'0725272730706", "0725272730706"],
	["0-725272-730706", "0725272730706"],
	["0725 2727 30706", "0725272730706"],
	["0725\u00a02727\u00a030706\u00a0", "0725272730706"],
	["725272730706.0", "725272730706"],
	["725272730706,00", "725272730706"],
	["\u200f0725272730706\u200e", "0725272730706"],
	["\u20674011\u2069", "4011"],
	["0\u2013725272\u201173070\u20116", "0725272730706"],
	["7.25273E+11", ROUNDED],
	["7,25273E+11", ROUNDED],
	["7.25273e11", ROUNDED],
	["123", "not a barcode: 4 to 14 digits"],
	["123456789012345", "not a barcode: 4 to 14 digits"],
	["٤٠١١", "not a barcode: 4 to 14 digits"],
	["4011\u0000", "not a barcode: 4 to 14 digits"],
	["1,234,567", "not a barcode: 4 to 14 digits"],
	["none", "not a barcode: 4 to 14 digits"],
])("a cell %j is read as %j", async (cell, meaning) => {
	expect(await digits(`barcode,name\n"${cell.replaceAll('"', '""')}",x`)).toEqual([meaning]);
});

test("a column that a spreadsheet has rounded throughout is still the one", async () => {
	expect(await digits("name,nr,stock\na,7.25273E+11,4011\nb,7.29E+12,4012")).toEqual([ROUNDED, ROUNDED]);
});

test("a header is known by one of several names alone", () => {
	expect([["a", "EAN"], ["EAN"], ["a", "ocean", "0725272730706"]].map(isBarcodeHeader)).toEqual([
		true,
		false,
		false,
	]);
});
