import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { oneChunk } from "../chunks.ts";
import { openTable } from "../open-table.ts";
import { readingInWords } from "../reading-words.ts";
import type { TableOptions } from "../table.ts";
import { workbook, workbookFiles, zipped } from "./workbook.fixture.ts";

async function read(bytes: Uint8Array, options?: TableOptions) {
	const table = await openTable(oneChunk(bytes), options);
	const rows = [];
	for await (const row of table.rows) rows.push(row);
	return { rows, reading: table.reading() };
}
const cells = async (bytes: Uint8Array, options?: TableOptions) =>
	(await read(bytes, options)).rows.map((row) => ("cells" in row ? row.cells : row.reason));
const row = (inside: string, number?: number) => `<row${number ? ` r="${number}"` : ""}>${inside}</row>`;
const sheet = (rows: string, more: Partial<Parameters<typeof workbook>[0]> = {}) =>
	workbook({ sheets: [{ name: "Sheet1", rows }], ...more });

test("reads what a real writer writes: texts, whole numbers, decimals and truth values", async () => {
	const rows = Array.from({ length: 2500 }, (_, place) => [
		{ value: `מוצר ${place} <&> ${"of a long name ".repeat(10)}`, type: String },
		{ value: 4_000_000_000_000 + place, type: Number },
		{ value: 1.25, type: Number },
		{ value: place % 2 === 0, type: Boolean },
	]);
	const read = await cells(await writeXlsxFile(rows as never).toBuffer());
	expect(read).toHaveLength(2500);
	expect(read[1]).toEqual([String(rows[1]?.[0]?.value).trim(), "4000000000001", "1.25", "FALSE"]);
});

test("shared, inline and rich texts are read as plain text, without readings beside them", async () => {
	const sharedTexts =
		'<si><t>plain</t></si><si><r><t>ri</t></r><r><rPr><b/></rPr><t xml:space="preserve">ch </t></r><rPh><t>no</t></rPh></si><si/>';
	const rows = row(
		'<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>in&amp;line</t></is></c><c r="D1" t="s"><v>2</v></c><c r="E1" t="str"><f>A1</f><v>a_x000D_b&#x41;<![CDATA[<]]></v></c>',
	);
	expect(await cells(sheet(rows, { sharedTexts }))).toEqual([["plain", "rich", "in&line", "", "a\rbA<"]]);
});

test("numbers have all their digits, and what their format adds: zeros, percent signs and days", async () => {
	const styles =
		'<numFmts><numFmt numFmtId="164" formatCode="0000000000000"/><numFmt numFmtId="165" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="166" formatCode="0.0&quot;day&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="21"/></cellXfs>';
	const values: readonly (readonly [value: string, style: number, text: string])[] = [
		["7.25272730706E11", 0, "725272730706"],
		["725272730706", 1, "0725272730706"],
		["0.1", 0, "0.1"],
		["0.30000000000000004", 0, "0.3"],
		["46349", 2, "2026-11-23"],
		["46349.75", 4, "2026-11-23 18:00:00"],
		["0.07", 3, "7%"],
		["12.5", 5, "12.5day"],
		["0.5", 6, "12:00:00"],
		["-5", 2, "-5"],
	];
	const inside = values.map(([value, style]) => `<c s="${style}"><v>${value}</v></c>`).join("");
	expect(await cells(sheet(row(inside), { styles }))).toEqual([values.map(([, , text]) => text)]);
	const mac = sheet(row(inside), { styles, workbookPr: '<workbookPr date1904="1"/>' });
	expect((await cells(mac))[0]?.[4]).toBe("2030-11-24");
});

test.each<[code: string, value: string, shown: string]>([
	['0.0" g"', "5", "5.0 g"],
	['General" g"', "28.35", "28.35 g"],
	['#,##0" mg"', "1200", "1,200 mg"],
	["#,##0", "7290000000017", "7290000000017"],
	["#,##0.00", "1234.5", "1234.50"],
	["0.00", "5", "5.00"],
	["0.##", "5", "5"],
	["0", "7.5", "8"],
	["0.00", "1.005", "1.01"],
	["0%", "0.05", "5%"],
	["0.0%", "0.125", "12.5%"],
	["# ?/?", "0.5", "1/2"],
	["# ?/?", "1.75", "1 3/4"],
	["# ??/??", "3", "3"],
	['# ?/8" cup"', "0.375", "3/8 cup"],
	["?/?", "1.5", "3/2"],
	["[$€-407] #,##0.00", "1234.5", "€ 1,234.50"],
	['#,##0.00\\ "₪"', "12", "12.00 ₪"],
	['_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', "0", "-"],
	["0.00E+00", "7290000000017", "7290000000017"],
	['0.0,"k"', "1250", "1.3k"],
	["0;(0)", "-5", "(5)"],
	["0.0", "-0.25", "-0.3"],
	['[<1]0.00" g";0" g"', "0.5", "0.50 g"],
	['[<1]0.00" g";0" g"', "12.4", "12 g"],
	['"yes";;"no"', "1", "yes"],
	['"yes";;"no"', "0", "no"],
	['@" x"', "3", "3 x"],
	["0-00000-00000-0", "49000006346", "049000006346"],
	["0 00000 00000 0", "49000006346", "049000006346"],
	['"0"00000000000', "49000006346", "049000006346"],
	["000000000000.", "49000006346", "049000006346"],
	["0000000000000_ ", "49000006346", "0049000006346"],
	["[<=9999999999999]0000000000000;General", "49000006346", "0049000006346"],
	["0####", "12", "00012"],
	[";;;", "4011", "4011"],
])("the format %s shows %s as %s", async (code, value, shown) => {
	const escaped = code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
	const styles = `<numFmts><numFmt numFmtId="164" formatCode="${escaped}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>`;
	expect(await cells(sheet(row(`<c s="0"><v>${value}</v></c>`), { styles }))).toEqual([[shown]]);
});

test("cells that a spreadsheet shows as days are told apart from texts that look like them", async () => {
	const styles = '<cellXfs><xf/><xf numFmtId="16"/></cellXfs>';
	const inside =
		'<c s="0"><v>1</v></c><c s="1"><v>45793</v></c><c t="d"><v>2025-05-16</v></c><c t="str"><v>2025-05-16</v></c>';
	const { rows } = await read(sheet(row(inside), { styles }));
	expect(rows).toEqual([{ line: 1, cells: ["1", "2025-05-16", "2025-05-16", "2025-05-16"], dates: [1, 2] }]);
});

test("cells that are merged downwards are repeated in rows that have others, and counted", async () => {
	const text = (name: string, value: string) => `<c r="${name}" t="str"><v>${value}</v></c>`;
	const rows = [
		row(text("A1", "barcode") + text("B1", "brand") + text("C1", "name"), 1),
		row(text("A2", "1") + text("B2", "Osem") + text("C2", "one"), 2),
		row(`${text("A3", "2")}<c r="B3"/>${text("C3", "two")}`, 3),
		row('<c r="B4"/>', 4),
		row(text("A5", "3") + text("B5", "own"), 5),
		row(text("A6", "4"), 6),
	].join("");
	const files: Record<string, string> = workbookFiles({ sheets: [{ name: "a", rows }] });
	const merges = '<mergeCells count="2"><mergeCell ref="B2:B5"/><mergeCell ref="A1:C1"/></mergeCells>';
	const part = "xl/worksheets/sheet1.xml";
	const bytes = zipped({
		...files,
		[part]: (files[part] ?? "").replace("</sheetData>", `</sheetData>${merges}`),
	});
	const read1 = await read(bytes);
	expect(read1.rows.slice(1)).toEqual([
		{ line: 2, cells: ["1", "Osem", "one"] },
		{ line: 3, cells: ["2", "Osem", "two"], repeated: [1] },
		{ line: 5, cells: ["3", "own"] },
		{ line: 6, cells: ["4"] },
	]);
	expect(readingInWords(read1.reading, 1)).toBe(
		'sheet "a"; header in line 1; 1 merged cell, repeated in its rows',
	);
});

test("cells stand where their names say, rows have their numbers, and empty ones are left out", async () => {
	const rows = [
		row('<c r="B2"><v>1</v></c><c><v>2</v></c><c r="AA2" t="b"><v>1</v></c>', 2),
		row('<c r="A4" s="1"/>', 4),
		row("<c><v>3</v></c><c/><c><v>4</v></c>", 7),
		row("<c><v>5</v></c>"),
	].join("");
	const read = await openTable(oneChunk(sheet(rows)));
	const found = [];
	for await (const each of read.rows) found.push(each);
	expect(found).toEqual([
		{ line: 2, cells: ["", "1", "2", ...Array.from({ length: 23 }, () => ""), "TRUE"] },
		{ line: 7, cells: ["3", "", "4"] },
		{ line: 8, cells: ["5"] },
	]);
});

test("a formula is its stored result; one without, and an error, can be told from a value", async () => {
	const inside =
		'<c><f>1+1</f><v>2</v></c><c><f>1+1</f></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="str"><f>A1</f><v></v></c><c><v>1</v></c>';
	expect(await cells(sheet(row(inside)))).toEqual([["2", "#NOT CALCULATED", "#DIV/0!", "", "1"]]);
});

const filled = row("<c><v>4011</v></c>");

test("reads the first visible sheet with a table, skips charts, and names what else there is", async () => {
	const bytes = workbook({
		sheets: [
			{ name: "Chart" },
			{ name: "Hidden", rows: row("<c><v>1</v></c>"), state: "hidden" },
			{ name: "Empty", rows: row('<c s="1"/>') },
			{ name: "Products", rows: filled },
			{ name: "ישן &amp; טוב", rows: row("<c><v>4012</v></c>") },
		],
	});
	const { rows, reading } = await read(bytes);
	expect(rows).toEqual([{ line: 1, cells: ["4011"] }]);
	expect(readingInWords(reading, 1)).toBe('sheet "Products" (not read: "ישן & טוב"); header in line 1');
	expect(await cells(bytes, { sheet: " ישן & טוב" })).toEqual([["4012"]]);
	expect(await cells(bytes, { sheet: "2" })).toEqual([["1"]]);
	await expect(read(bytes, { sheet: "Chart" })).rejects.toThrow(
		'has no cells in its sheet "Chart", which is a chart',
	);
	await expect(read(bytes, { sheet: "x" })).rejects.toThrow(
		/no sheet "x"\. There are: "Hidden", "Empty", "Products"/,
	);
});

test.each([
	["a chart alone", workbook({ sheets: [{ name: "Chart" }] }), "charts alone"],
	["empty sheets", sheet(""), "is an empty workbook"],
	[
		"hidden sheets",
		workbook({ sheets: [{ name: "Old", rows: filled, state: "veryHidden" }] }),
		'hidden ones: "Old"',
	],
	["an archive of pictures", zipped({ "a.jpg": "x" }), "is not an Excel workbook"],
	[
		"an OpenDocument file",
		zipped({ "content.xml": "<x/>", "META-INF/manifest.xml": "<x/>" }),
		"is an OpenDocument file",
	],
	[
		"a document type",
		zipped({
			...workbookFiles({ sheets: [{ name: "a", rows: filled }] }),
			"xl/workbook.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x/>',
		}),
		"XML is damaged",
	],
	["half an archive", sheet(filled).subarray(0, 300), "archive is damaged"],
	["a beginning of an archive", strToU8("PK\u0003\u0004"), "archive is damaged"],
	["a row beyond the last", sheet(row("<c><v>1</v></c>", 1_048_577)), "it has a row 1048577"],
	["a cell beyond the last column", sheet(row('<c r="XFE1"><v>1</v></c>')), "more than 16384 columns"],
	[
		"a cell in column 9 followed by forty letters",
		sheet(row(`<c r="${"Z".repeat(40)}1"><v>1</v></c>`)),
		"more than 16384 columns",
	],
])("refuses %s with the reason", async (_, bytes, reason) => {
	await expect(read(bytes)).rejects.toThrow(reason);
	await expect(read(bytes)).rejects.toMatchObject({ name: "UnreadableTable" });
});

test("of very many sheets the first are named", async () => {
	const sheets = Array.from({ length: 500 }, (_, at) => ({ name: `s${at}`, rows: filled }));
	const { reading } = await read(workbook({ sheets }));
	expect(readingInWords(reading, undefined)).toMatch(
		/^sheet "s0" \(not read: "s1", .*, "s12", 487 more\); no header$/,
	);
});

test("prefixes, apostrophes and brackets in values are XML like any other", async () => {
	const files = workbookFiles({ sheets: [{ name: "a", rows: "" }] });
	const xml = `<x:worksheet xmlns:x='y > z'><!-- > --><x:sheetData><x:row r = '3'><x:c\n\tr='B3' t="inlineStr"><x:is><x:t>1 &gt; 0</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`;
	const bytes = zipped({ ...files, "xl/worksheets/sheet1.xml": xml });
	expect((await read(bytes)).rows).toEqual([{ line: 3, cells: ["", "1 > 0"] }]);
});

test("refuses a workbook that unpacks to more than it may, whatever sizes it declares", async () => {
	const bomb = zipped({
		...workbookFiles({ sheets: [{ name: "a", rows: filled }] }),
		"xl/sharedStrings.xml": new Uint8Array(3 * 2 ** 20).fill(0x20),
	});
	const limits = { unpackedBytes: 2 ** 20 };
	await expect(read(bomb, { limits })).rejects.toThrow("unpacked, it has more than 1 MB");
	const liar = bomb.slice();
	const end = liar.lastIndexOf(0x50);
	const directory = new DataView(liar.buffer).getUint32(end + 16, true);
	for (let at = directory; at < end; at += 4)
		if (liar[at] === 0x50) new DataView(liar.buffer).setUint32(at + 24, 10, true);
	await expect(read(liar, { limits })).rejects.toThrow("unpacked, it has more than 1 MB");
	await expect(read(bomb, { limits: { fileBytes: 1000 } })).rejects.toThrow("is a workbook of more than");
});

test("refuses rows that claim a whole line of cells each", async () => {
	const rows = Array.from({ length: 3500 }, (_, at) => row(`<c r="XFD${at + 1}"><v>1</v></c>`, at + 1)).join(
		"",
	);
	await expect(read(sheet(rows))).rejects.toThrow("too many cells");
});

test("refuses a text that no cell can hold, and cells that name a long one over and over", async () => {
	const cell = '<c t="s"><v>0</v></c>';
	const shared = (characters: number, cells: number) =>
		sheet(row(cell.repeat(16_000)).repeat(cells / 16_000), {
			sharedTexts: `<si><t>${"x".repeat(characters)}</t></si>`,
		});
	await expect(read(shared(200_000, 16_000))).rejects.toThrow("a text that is too long for a cell");
	await expect(read(shared(100_000, 32_000))).rejects.toThrow("too many cells");
});

test.each([
	["a number in many pieces", "<c><v>", "<!-- -->9", "</v></c>"],
	["a text in many pieces", '<c t="inlineStr"><is>', "<r><t>9</t></r>", "</is></c>"],
])("refuses %s before it has read the whole of it", async (_, begin, piece, end) => {
	// What is behind the cell is damaged, and would be refused with these words.
	const rows = `<row>${begin}${piece.repeat(140_000)}<!DOCTYPE x>${end}</row>`;
	await expect(read(sheet(rows))).rejects.toThrow("a text that is too long for a cell");
});

test("refuses more sheets than anybody has, instead of looking into each", async () => {
	const sheets = Array.from({ length: 1001 }, (_, at) => ({ name: `s${at}`, rows: "" }));
	await expect(read(workbook({ sheets }))).rejects.toThrow("too many sheets");
});

test("refuses a row that names a column over and over", async () => {
	await expect(read(sheet(row('<c r="A1"><v>1</v></c>'.repeat(16_385))))).rejects.toThrow("is too wide");
});

test("a format with more digits than a number can have adds no zeros", async () => {
	const format = (digits: number) =>
		`<numFmts><numFmt numFmtId="164" formatCode="${"0".repeat(digits)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>`;
	const shown = (digits: number) => cells(sheet(row('<c s="0"><v>4011</v></c>'), { styles: format(digits) }));
	expect(await shown(14)).toEqual([["00000000004011"]]);
	expect(await shown(100_000)).toEqual([["4011"]]);
});

test("a tag full of brackets takes no longer than its length", async () => {
	const files = workbookFiles({ sheets: [{ name: "a", rows: "" }] });
	const xml = `<worksheet><sheetData><row r="1" x="${">".repeat(500_000)}"><c><v>4011</v></c></row>`;
	expect(await cells(zipped({ ...files, "xl/worksheets/sheet1.xml": xml }))).toEqual([["4011"]]);
});

test("sizes in the field for large archives are read", async () => {
	const bytes = sheet(filled);
	const view = new DataView(bytes.buffer);
	const end = bytes.lastIndexOf(0x50);
	const directory = view.getUint32(end + 16, true);
	const [first, rest] = [bytes.subarray(0, directory), bytes.subarray(directory)];
	const nameBytes = new DataView(rest.buffer, rest.byteOffset).getUint16(28, true);
	const entry = rest.slice(0, 46 + nameBytes);
	const of = new DataView(entry.buffer);
	const extra = new DataView(new ArrayBuffer(20));
	extra.setUint16(0, 1, true);
	extra.setUint16(2, 16, true);
	extra.setBigUint64(4, BigInt(of.getUint32(24, true)), true);
	extra.setBigUint64(12, BigInt(of.getUint32(20, true)), true);
	of.setUint32(20, 0xffffffff, true);
	of.setUint32(24, 0xffffffff, true);
	of.setUint16(30, 20, true);
	const large = new Uint8Array([
		...first,
		...entry,
		...new Uint8Array(extra.buffer),
		...rest.subarray(46 + nameBytes),
	]);
	expect(await cells(large)).toEqual([["4011"]]);
});

test("any table that is written is read back", async () => {
	const text = fc.string({
		unit: fc.constantFrom("a", "<", "&", '"', "é", "ש", "😀", "_x0041_"),
		minLength: 1,
		maxLength: 5,
	});
	const table = fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
	await fc.assert(
		fc.asyncProperty(table, async (content) => {
			const written = await writeXlsxFile(
				content.map((each) =>
					each.map((value) => ({ value: value.replaceAll("_x0041_", "A"), type: String })),
				) as never,
			).toBuffer();
			expect(await cells(written)).toEqual(
				content.map((each) => each.map((value) => value.replaceAll("_x0041_", "A"))),
			);
		}),
		{ numRuns: 30 },
	);
});

test("any damage to a workbook gives rows or a reason", async () => {
	const whole = zipSync(
		Object.fromEntries(
			Object.entries(
				workbookFiles({ sheets: [{ name: "a", rows: filled }], sharedTexts: "<si><t>x</t></si>" }),
			).map(([name, content]) => [name, strToU8(content)]),
		),
		{ level: 0 },
	);
	const damage = fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), {
		minLength: 1,
		maxLength: 20,
	});
	await fc.assert(
		fc.asyncProperty(damage, fc.nat({ max: whole.length }), async (changes, cut) => {
			const bytes = whole.slice(0, changes.length % 3 === 0 ? cut : undefined);
			for (const [at, byte] of changes) if (at > 3 && at < bytes.length) bytes[at] = byte;
			try {
				await read(bytes);
			} catch (error) {
				expect(error).toMatchObject({ name: "UnreadableTable" });
			}
		}),
		{ numRuns: 500 },
	);
});
