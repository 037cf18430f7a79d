import { readAll } from "@packshot/tables/chunks.arbitrary";
import { expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { mappingOfPairs } from "./mapping/column-mapping.ts";
import type { MetadataLine } from "./metadata-line.ts";
import { readMetadataTable } from "./metadata-table.ts";

/** What is read, without the row that accompanies a refusal. */
async function linesOf(...given: Parameters<typeof readAll<MetadataLine>>) {
	return (await readAll(...given)).map((line) =>
		"reason" in line ? { line: line.line, reason: line.reason } : line,
	);
}

test("dotted columns become the scopes of a change", async () => {
	const content = [
		"barcode,info.brand,info.vegan,hechshers,nutrition.calories,nutrition.sodium.amount,nutrition.sodium.dv,ingredients.allergens,catalog_meta.department,catalog_meta.category",
		'04011,"Golden, Sheaf",TRUE,OU:dairy;OK; Star-K : pareve ;,110,<5 mg,0%,milk; soy,Produce,Fruit',
	].join("\n");
	expect(await linesOf(readMetadataTable, content)).toEqual([
		{
			line: 2,
			change: {
				barcode: "04011",
				info: { brand: "Golden, Sheaf", vegan: true },
				hechshers: [
					{ symbol: "OU", dairy_meat_pareve: "dairy" },
					{ symbol: "OK" },
					{ symbol: "Star-K", dairy_meat_pareve: "pareve" },
				],
				nutrition: { calories: "110", sodium: { amount: "<5 mg", dv: "0%" } },
				ingredients: { allergens: ["milk", "soy"] },
				catalog_meta: { department: "Produce", category: "Fruit" },
			},
		},
	]);
});

test("a scope with only empty cells is left unchanged", async () => {
	const content = "barcode,info.brand,info.notes,ingredients.allergens\n4011,,n,\n4012,,,\n,,,\n";
	expect(await linesOf(readMetadataTable, content)).toEqual([
		{ line: 2, change: { barcode: "4011", info: { notes: "n" } } },
		{ line: 3, change: { barcode: "4012" } },
	]);
});

test("a date refuses its row where a weight or a number should be, unless a time is given, which is ignored", async () => {
	const table = "barcode,info.net_weight,nutrition.calories,info.product_name\n";
	const refused = (field: string, found: string) =>
		`${field}: the spreadsheet has made a date of this cell, format the column as text and enter it again, found "${found}"`;
	const lines = await linesOf(readMetadataTable, `${table}4011,2025-05-16,,\n4012,,May-25,\n4013,,,16-May\n`);
	expect(lines).toEqual([
		{ line: 2, reason: refused("info.net_weight", "2025-05-16") },
		{ line: 3, reason: refused("nutrition.calories", "May-25") },
		{ line: 4, change: { barcode: "4013", info: { product_name: "16-May" } } },
	]);
	const day = { value: new Date("2025-05-16"), type: Date, format: "d-mmm" };
	const rows = [
		["barcode", "info.product_name", "info.scanned_at"].map((value) => ({ value, type: String })),
		[{ value: "4011", type: String }, day, null],
		[{ value: "4012", type: String }, null, day],
	];
	const workbook = await writeXlsxFile(rows as never).toBuffer();
	expect(await linesOf(readMetadataTable, workbook)).toEqual([
		{ line: 2, reason: refused("info.product_name", "2025-05-16") },
		{ line: 3, change: { barcode: "4012", info: { scanned_at: "2025-05-16" } } },
	]);
});

test("a merged cell counts for each of its rows, but no barcode for two", async () => {
	const cell = (value: string, rowSpan = 1) => ({ value, type: String, rowSpan });
	const rows = [
		["barcode", "info.brand", "info.product_name"].map((name) => cell(name)),
		[cell("4011"), cell("Osem", 2), cell("one")],
		[cell("4012"), null, cell("two")],
		[cell("4013", 2), cell("Elite"), cell("three")],
		[null, cell("Elite"), cell("four")],
	];
	const workbook = await writeXlsxFile(rows as never).toBuffer();
	expect(await linesOf(readMetadataTable, workbook)).toEqual([
		{ line: 2, change: { barcode: "4011", info: { brand: "Osem", product_name: "one" } } },
		{ line: 3, change: { barcode: "4012", info: { brand: "Osem", product_name: "two" } } },
		{ line: 4, change: { barcode: "4013", info: { brand: "Elite", product_name: "three" } } },
		{ line: 5, reason: "barcode: its cell is merged with the one above, give each row a barcode of its own" },
	]);
});

test("refuses an invalid row with its line number and reads the others", async () => {
	const content = [
		"barcode,info.vegan,hechshers",
		"12,,",
		"4011,maybe,",
		"4011,,:dairy",
		"4011,,OU:cheese",
		"4011,1",
		"4011,0,OU",
	].join("\r\n");
	expect(await linesOf(readMetadataTable, content)).toEqual([
		{ line: 2, reason: expect.stringMatching(/^barcode: expected a text of 4 to 14 digits/) },
		{ line: 3, reason: 'info.vegan: expected true or false, found "maybe"' },
		{ line: 4, reason: expect.stringMatching(/^hechshers\[0\]\.symbol: /) },
		{ line: 5, reason: expect.stringMatching(/^hechshers\[0\]\.dairy_meat_pareve: .* found "cheese"$/) },
		{ line: 6, reason: "expected 3 cells, found 2" },
		{ line: 7, change: { barcode: "4011", info: { vegan: false }, hechshers: [{ symbol: "OU" }] } },
	]);
});

const ALL = "all columns are in docs/own-data.md#columns";

test.each([
	["info.brand\n4011\n", `the header has no column "barcode"; ${ALL}`],
	["barcode,info.colour\n4011,red\n", `the header names an unknown column, "info.colour"; ${ALL}`],
	[
		"barcode,info.brnd\n4011,x\n",
		`the header names an unknown column, "info.brnd", which is nearest to "info.brand"; ${ALL}`,
	],
	[
		"barcode,calories\n4011,x\n",
		`the header names an unknown column, "calories", which is nearest to "nutrition.calories"; ${ALL}`,
	],
	[
		"EAN,info.brand\n4011,x\n",
		`the header names an unknown column, "EAN": if it holds the barcodes, name it "barcode" or map it; ${ALL}`,
	],
	["barcode,__proto__.x\n4011,red\n", `the header names an unknown column, "__proto__.x"; ${ALL}`],
	["barcode,info.brand,info.brand\n", 'the header names the column "info.brand" twice'],
	['barcode,"info\n', "a quote is opened and not closed"],
])("the file is refused for the header of %j", async (content, reason) => {
	expect(await linesOf(readMetadataTable, content)).toEqual([{ line: 1, reason }]);
});

test("an empty file gives nothing", async () => {
	expect(await linesOf(readMetadataTable, "\ufeff\n\n")).toEqual([]);
});

const BRANDS = [
	{ line: 2, change: { barcode: "4011", info: { brand: "תנובה" } } },
	{ line: 3, change: { barcode: "4012", info: { brand: "עלית" } } },
];
const HEBREW = "barcode;info.brand\r\n4011;תנובה\r\n4012;עלית\r\n";
/** Windows-1255, as far as these letters go. */
const windows1255 = Buffer.from(
	HEBREW.replace(/[א-ת]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x5d0 + 0xe0)),
	"latin1",
);

test.each<[string, string | Uint8Array, string, boolean]>([
	["semicolons", HEBREW, "UTF-8; semicolons; header in line 1", false],
	["tabs", HEBREW.replaceAll(";", "\t"), "UTF-8; tabs; header in line 1", false],
	["UTF-16", Buffer.from(`\ufeff${HEBREW}`, "utf16le"), "UTF-16; semicolons; header in line 1", false],
	["Windows-1255", windows1255, "Windows-1255 (Hebrew), guessed; semicolons; header in line 1", false],
	["commas", HEBREW.replaceAll(";", ","), "UTF-8; commas; header in line 1", true],
])("a table with %s is read, and told what it was taken for", async (_, content, words, isUsual) => {
	const readings: unknown[] = [];
	const read = (chunks: AsyncIterable<Uint8Array>) =>
		readMetadataTable(chunks, {}, { onRead: (each) => readings.push(each) });
	expect(await linesOf(read, content)).toEqual(BRANDS);
	expect(readings).toEqual([{ words, isUsual, names: ["barcode", "info.brand"] }]);
});

test("what is said about a table decides", async () => {
	const read = (chunks: AsyncIterable<Uint8Array>) =>
		readMetadataTable(chunks, { encoding: "windows-1252", delimiter: ";" });
	expect(await linesOf(read, windows1255)).toMatchObject([{ change: { info: { brand: "úðåáä" } } }, {}]);
	const sheet = (chunks: AsyncIterable<Uint8Array>) => readMetadataTable(chunks, { sheet: "2" });
	await expect(readAll(sheet, HEBREW)).rejects.toThrow("is text, which has no sheets");
});

test("titles above the header, headers repeated below it and empty columns are no products", async () => {
	const content = [
		"Catalogue of 2026;;",
		'"Spring"x;;',
		";;",
		"Barcode;info.brand;",
		"4011;a;",
		"barcode;info.brand;",
		"Barcode;info.brand;",
		"4012;b;;;",
		"4013;c;lost",
		"Total;2;",
	].join("\n");
	expect(await linesOf(readMetadataTable, content)).toEqual([
		{ line: 5, change: { barcode: "4011", info: { brand: "a" } } },
		{ line: 6, reason: expect.stringMatching(/^barcode: expected a text of 4 to 14 digits/) },
		{ line: 8, change: { barcode: "4012", info: { brand: "b" } } },
		{ line: 9, reason: "expected 2 cells, found 3" },
	]);
	expect(await linesOf(readMetadataTable, "barcode,,info.brand\n4011,,a\n4012,x,b\n")).toEqual([
		{ line: 2, change: { barcode: "4011", info: { brand: "a" } } },
		{ line: 3, reason: 'cell 2 has no name in the header, found "x"' },
	]);
});

test("titles and totals between the products are skipped and counted, rows without a barcode refused", async () => {
	const content = [
		"barcode,info.brand,info.product_name,nutrition.calories",
		"Dairy products,,,",
		"4011,Osem,Milk,10",
		",Bakery,,",
		",Osem,Bread,",
		"4012,Total,Yoghurt,20",
		"Subtotal,,,30",
		",,סה״כ:,30 kcal",
		",,Total 0%,Greek",
		"12,,,",
	].join("\n");
	const remarks: [number, string][] = [];
	const onRemark = (...remark: [number, string]) => remarks.push(remark);
	const lines = await linesOf((chunks) => readMetadataTable(chunks, {}, { onRemark }), content);
	expect(lines.map((line) => [line.line, "change" in line])).toEqual([
		[3, true],
		[5, false],
		[6, true],
		[9, false],
		[10, false],
	]);
	expect(remarks).toEqual([2, 4, 7, 8].map((line) => [line, "rows with a title or a total, skipped"]));
});

test("a kosher status is left out of a row without a hechsher, and that is said", async () => {
	const content = "barcode;hechshers;hechshers.dairy_meat_pareve\n4011;OU;חלבי\n4012;;פרווה\n";
	const remarks: string[] = [];
	const onRemark = (line: number, text: string) => remarks.push(`${line} ${text}`);
	expect(await linesOf((chunks) => readMetadataTable(chunks, {}, { onRemark }), content)).toEqual([
		{ line: 2, change: { barcode: "4011", hechshers: [{ symbol: "OU", dairy_meat_pareve: "dairy" }] } },
		{ line: 3, change: { barcode: "4012" } },
	]);
	expect(remarks).toEqual(["3 kosher statuses left out, of rows that name no hechsher"]);
});

test("decimal commas are read in the panel, kept in weights, and both is said", async () => {
	const content =
		'barcode;info.net_weight;nutrition.calories;nutrition.sodium.amount;nutrition.iron.dv\n4011;"35,5 g";0,50;<1,5 mg;10,5%\n4012;;1,500;1.5 mg;\n';
	const remarks: string[] = [];
	const onRemark = (line: number, text: string) => remarks.push(`${line} ${text}`);
	expect(await linesOf((chunks) => readMetadataTable(chunks, {}, { onRemark }), content)).toEqual([
		{
			line: 2,
			change: {
				barcode: "4011",
				info: { net_weight: "35,5 g" },
				nutrition: { calories: "0.50", sodium: { amount: "<1.5 mg" }, iron: { dv: "10.5%" } },
			},
		},
		{ line: 3, change: { barcode: "4012", nutrition: { calories: "1,500", sodium: { amount: "1.5 mg" } } } },
	]);
	expect(remarks).toEqual([
		"2 net weights with a decimal comma, kept as printed",
		...Array(3).fill("2 decimal commas read as points"),
	]);
});

test.each<[cell: string, allergens: readonly string[]]>([
	["milk;eggs", ["milk", "eggs"]],
	["milk, eggs", ["milk", "eggs"]],
	["milk / eggs", ["milk", "eggs"]],
	["milk\neggs", ["milk", "eggs"]],
	["milk, eggs, and soy.", ["milk", "eggs", "soy"]],
	["Contains: milk and eggs", ["milk", "eggs"]],
	["Sulphur dioxide and sulphites", ["Sulphur dioxide and sulphites"]],
	["nuts (almond, walnut), milk", ["nuts (almond, walnut)", "milk"]],
	["Milk;MILK; milk", ["Milk"]],
	["none", []],
	["N/A", []],
	["-", []],
	["[]", []],
	["ללא", []],
	["milk, n/a", ["milk"]],
])("the allergens %j are %j", async (cell, allergens) => {
	const quoted = `"${cell}"`;
	const [line] = await linesOf(readMetadataTable, `barcode,ingredients.allergens\n4011,${quoted}\n`);
	expect(line).toEqual({ line: 2, change: { barcode: "4011", ingredients: { allergens } } });
});

test("no hechsher is none", async () => {
	const lines = await linesOf(readMetadataTable, "barcode,hechshers\n4011,none\n4012,-; OU\n");
	expect(lines).toEqual([
		{ line: 2, change: { barcode: "4011", hechshers: [] } },
		{ line: 3, change: { barcode: "4012", hechshers: [{ symbol: "OU" }] } },
	]);
});

test("control characters refuse their row", async () => {
	const [line] = await linesOf(readMetadataTable, "barcode,info.brand\n4011,a\u0007b\n");
	expect(line).toMatchObject({ line: 2, reason: expect.stringContaining("control characters") });
});

test("barcodes are read without what spreadsheets put around them, and a rounded one is explained by its line", async () => {
	const content = [
		"barcode,info.brand",
		'"=""0725272730706""",a',
		"'0725272730713,b",
		"\u200f4011\u200e,c",
		"7.25273E+11,d",
		'"7,25E+11",e',
		"4012,#REF!",
		"4013,########",
		"4014,#1 brand",
	].join("\n");
	const rounded =
		"barcode: the spreadsheet has rounded this number: format the column as text and export it again";
	expect(await linesOf(readMetadataTable, content)).toEqual([
		{ line: 2, change: { barcode: "0725272730706", info: { brand: "a" } } },
		{ line: 3, change: { barcode: "0725272730713", info: { brand: "b" } } },
		{ line: 4, change: { barcode: "4011", info: { brand: "c" } } },
		{ line: 5, reason: `${rounded}, found "7.25273E+11"` },
		{ line: 6, reason: `${rounded}, found "7,25E+11"` },
		{ line: 7, reason: "info.brand: the spreadsheet has an error in this cell, #REF!" },
		{ line: 8, reason: "info.brand: the spreadsheet has an error in this cell, ########" },
		{ line: 9, change: { barcode: "4014", info: { brand: "#1 brand" } } },
	]);
});

test("a workbook is read as a table, with rows that end early", async () => {
	const cell = (value: string | number) => ({ value, type: typeof value === "number" ? Number : String });
	const rows = [
		["Catalogue"],
		[],
		["barcode", "info.brand", "info.notes"],
		[725272730706, "עלית"],
		["0725272730713", "", "n"],
	];
	const workbook = await writeXlsxFile(
		rows.map((row) => row.map((value) => (value === "" ? null : cell(value)))) as never,
	).toBuffer();
	expect(await linesOf(readMetadataTable, workbook)).toEqual([
		{ line: 4, change: { barcode: "725272730706", info: { brand: "עלית" } } },
		{ line: 5, change: { barcode: "0725272730713", info: { notes: "n" } } },
	]);
});

test("a mapping translates values, adds units, splits lists, and gives all hechshers of a row their status", async () => {
	const made = mappingOfPairs(
		Object.entries({
			EAN: "barcode",
			Pesach: { field: "info.kosher_for_passover", values: { "?": null, chametz: false } },
			"Fat (g)": { field: "nutrition.total_fat.amount", unit: "g" },
			Allergens: { field: "ingredients.allergens", separator: "," },
			Hechsher: "hechshers",
			Type: "hechshers.dairy_meat_pareve",
		}),
	);
	const content = [
		"EAN;Price;Pesach;Fat (g);Allergens;Hechsher;Type",
		"4011;1,90;כן;<0,5;milk, soy;OU;OK:Meat;חלבי".replace("OU;OK:Meat", '"OU;OK:Meat"'),
		"4012;2,00;?;about 5;;;Parve",
		"4013;;chametz;;;;",
	].join("\n");
	const mapping = "mapping" in made ? made.mapping : undefined;
	expect(await linesOf((chunks) => readMetadataTable(chunks, { mapping }), content)).toEqual([
		{
			line: 2,
			change: {
				barcode: "4011",
				info: { kosher_for_passover: true },
				nutrition: { total_fat: { amount: "<0.5 g" } },
				ingredients: { allergens: ["milk", "soy"] },
				hechshers: [
					{ symbol: "OU", dairy_meat_pareve: "dairy" },
					{ symbol: "OK", dairy_meat_pareve: "meat" },
				],
			},
		},
		{ line: 3, change: { barcode: "4012", nutrition: { total_fat: { amount: "about 5" } } } },
		{ line: 4, change: { barcode: "4013", info: { kosher_for_passover: false } } },
	]);
});
