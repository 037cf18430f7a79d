import { expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { readFile } from "./read-file.ts";

const TEXT = "ברקוד,שם\r\n0725272730706,במבה\r\n4011,תפוח\r\n";
const file = (name: string, ...bytes: readonly (Uint8Array | string)[]) =>
	new File(
		bytes.map((part) => (typeof part === "string" ? part : part.slice())),
		name,
	);
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

test.each([
	["UTF-8", file("list.csv", TEXT)],
	["UTF-8 with a byte order mark", file("list.csv", "\uFEFF", TEXT)],
	["UTF-16, as spreadsheets write Unicode text", file("list.txt", Buffer.from(`\uFEFF${TEXT}`, "utf16le"))],
	["big-endian UTF-16", file("list.txt", swapped(Buffer.from(`\uFEFF${TEXT}`, "utf16le")))],
	[
		"a single-byte Hebrew encoding",
		file("list.csv", Uint8Array.of(0xe1, 0x2c, 0xf7, 0x0a), "0725272730706,a\n4011,b"),
	],
])("reads a text file in %s", async (_, list) => {
	expect((await readFile(list)).barcodes).toEqual(["0725272730706", "4011"]);
});

test("recognises a workbook by its content, whatever its name", async () => {
	const rows = [[{ value: "GTIN" }], [{ value: 725272730706, type: Number }]];
	const bytes = await writeXlsxFile(rows as never).toBuffer();
	for (const name of ["list.xlsx", "list.csv"])
		expect((await readFile(file(name, bytes))).barcodes).toEqual(["725272730706"]);
});

test.each([
	[file("list.xls", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1)), "Save it as .xlsx or CSV"],
	[file("list.xlsx", TEXT), "not an Excel workbook"],
	[file("list.csv", new Uint8Array(5 * 1024 * 1024 + 1)), "larger than 5 MB"],
])("%#: refuses an unreadable file with a message", async (wrong, words) => {
	await expect(readFile(wrong)).rejects.toThrow(words);
});
