import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { readRows } from "./read-list.ts";
import { readWorkbook } from "./read-workbook.ts";

const blob = (bytes: Uint8Array) => new Blob([bytes.slice()]);

test("reads the barcodes of a workbook with 2,500 rows, as numbers and as text", async () => {
	const rows = Array.from({ length: 2500 }, (_, place) => [
		{ value: `Product ${place} ${"of a long name ".repeat(10)}`, type: String },
		place % 2
			? { value: 4000000000000 + place, type: Number }
			: { value: `0${4000000000000 + place}`, type: String },
	]);
	const file = await writeXlsxFile(rows as never).toBuffer();
	const { barcodes } = readRows(await readWorkbook(blob(file)));
	expect(barcodes).toHaveLength(2500);
	expect(barcodes.slice(0, 2)).toEqual(["04000000000000", "4000000000001"]);
});

test("refuses a zip bomb before unpacking it, whatever size it declares", async () => {
	const zeros = new Uint8Array(41 * 1024 * 1024);
	const bomb = zipSync({ "xl/worksheets/sheet1.xml": zeros }, { level: 1 });
	await expect(readWorkbook(blob(bomb))).rejects.toThrow("too large once it is unpacked");
	// The same with a declared size of 10 bytes in the directory: no more than that is unpacked.
	const liar = bomb.slice();
	const end = liar.lastIndexOf(0x50);
	const directory = new DataView(liar.buffer).getUint32(end + 16, true);
	new DataView(liar.buffer).setUint32(directory + 24, 10, true);
	await expect(readWorkbook(blob(liar))).rejects.toThrow("not an Excel workbook");
});

test.each([
	["a text file", strToU8("barcode\n4011")],
	["an unrelated archive", zipSync({ "picture.jpg": strToU8("x") })],
	[
		"a workbook with a DOCTYPE",
		zipSync({ "xl/workbook.xml": strToU8('<!DOCTYPE x [<!ENTITY a "b">]><x/>') }),
	],
	["an empty file", new Uint8Array()],
])("refuses %s as not an Excel workbook", async (_, bytes) => {
	await expect(readWorkbook(blob(bytes))).rejects.toThrow("not an Excel workbook");
});

test("a file that is larger than 5 MB is not read", async () => {
	await expect(readWorkbook(blob(new Uint8Array(5 * 1024 * 1024 + 1)))).rejects.toThrow("larger than 5 MB");
});
