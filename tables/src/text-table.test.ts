import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCuts, cutInto, readAll } from "./chunks.arbitrary.ts";
import { openTable } from "./open-table.ts";
import { isUsual, readingInWords } from "./reading-words.ts";
import type { TableOptions } from "./table.ts";

const rows = (content: string | Uint8Array, options?: TableOptions, cuts: readonly number[] = []) =>
	readAll(
		async function* (chunks) {
			yield* (await openTable(chunks, options)).rows;
		},
		content,
		cuts,
	);
const cells = async (content: string | Uint8Array, options?: TableOptions) =>
	(await rows(content, options)).map((row) => ("cells" in row ? row.cells : row.reason));

/** What a file was taken for, in words. */
async function taken(content: string | Uint8Array, options?: TableOptions): Promise<string> {
	const table = await openTable(cutInto(Buffer.from(content), []), options);
	for await (const _ of table.rows);
	return readingInWords(table.reading(), 1).replace("; header in line 1", "");
}

test("cells are separated by commas and trimmed, quoted ones left unchanged", async () => {
	expect(await rows('a, b ,,"c, ""d"" " , " e "\n\nf,,,,\n')).toEqual([
		{ line: 1, cells: ["a", "b", "", 'c, "d" ', " e "] },
		{ line: 3, cells: ["f", "", "", "", ""] },
	]);
});

test("a quoted cell may span lines; the row has the number of its first line", async () => {
	expect(await rows('a,"x\r\n\ny",b\nc,d\n')).toEqual([
		{ line: 1, cells: ["a", "x\n\ny", "b"] },
		{ line: 4, cells: ["c", "d"] },
	]);
});

test("a quote inside a cell that is not quoted is a character", async () => {
	expect(await rows('4011,12" pizza\n4012,TV 55"\nd,e\n')).toEqual([
		{ line: 1, cells: ["4011", '12" pizza'] },
		{ line: 2, cells: ["4012", 'TV 55"'] },
		{ line: 3, cells: ["d", "e"] },
	]);
});

test("a malformed row refuses only itself", async () => {
	expect(await rows('a,b\n"b"x,c\nd,e\n')).toEqual([
		{ line: 1, cells: ["a", "b"] },
		{ line: 2, reason: "cell 1 goes on after its closing quote" },
		{ line: 3, cells: ["d", "e"] },
	]);
});

test("a quote that is never closed refuses the row that opened it, and the others are read", async () => {
	expect(await rows('a,b\nc,"d\ne,f\ng,"h')).toEqual([
		{ line: 1, cells: ["a", "b"] },
		{ line: 2, reason: "a quote opened in line 2 goes on to line 4" },
		{ line: 3, cells: ["e", "f"] },
		{ line: 4, reason: "a quote is opened and not closed" },
	]);
});

test("a quote opened by mistake swallows no rows, wherever the next quote stands", async () => {
	const header = "barcode,name,brand\n";
	const read = async (lines: string) => (await rows(header + lines)).slice(1);
	const refused = { line: 2, reason: "a quote opened in line 2 goes on to line 4" };
	const between = { line: 3, cells: ["7290000001000", "b", "B"] };
	expect(await read('7290000000024,"a,A\n7290000001000,b,B\n7290000009999,"c ""d""",C\n')).toEqual([
		refused,
		between,
		{ line: 4, cells: ["7290000009999", 'c "d"', "C"] },
	]);
	expect(await read('7290000000024,"a,A\n7290000001000,b,B\n7290000009999,5",C\n')).toEqual([
		refused,
		between,
		{ line: 4, cells: ["7290000009999", '5"', "C"] },
	]);
	expect(await read('7290000000024,"a,A\n7290000001000,b,B\n7290000009999,"\n4011,x"\n')).toEqual([
		refused,
		between,
		{ line: 4, cells: ["7290000009999", "\n4011,x"] },
	]);
});

test("the same in a list of one column, and where the barcode stands last", async () => {
	expect(await cells('"7290000000017\n7290000000024\n7290000000031"\n7290000000048\n')).toEqual([
		"a quote opened in line 1 goes on to line 3",
		["7290000000024"],
		['7290000000031"'],
		["7290000000048"],
	]);
	expect(await cells('name,code\n"a,7290000000017\nb,7290000000024\nc 5",7290000000031\n')).toEqual([
		["name", "code"],
		"a quote opened in line 2 goes on to line 4",
		["b", "7290000000024"],
		['c 5"', "7290000000031"],
	]);
});

test("a cell over several lines keeps them, whatever text they hold", async () => {
	const text = "Water, salt, 12 g\n2024, a year, good\nCall 1-800-555-0100, now, please\n\nEnd";
	expect(await cells(`barcode,text,brand\n7290000000017,"${text}",A\n4011,"a\n4 b",B\n`)).toEqual([
		["barcode", "text", "brand"],
		["7290000000017", text, "A"],
		["4011", "a\n4 b", "B"],
	]);
});

test("a quote left open does not swallow a large file", async () => {
	const filler = `${"c".repeat(999)}\n`;
	const read = await rows(`a,"b\n${filler.repeat(1100)}e,f\n`, { delimiter: "," });
	expect(read[0]).toEqual({ line: 1, reason: "a quote opened in line 1 goes on to line 1050" });
	expect(read[1]).toMatchObject({ line: 2 });
	expect(read).toHaveLength(1102);
	expect(read.at(-1)).toEqual({ line: 1102, cells: ["e", "f"] });
});

test("a line that is not UTF-8 in a file that is refused by its number, as is the row it belongs to", async () => {
	const content = Buffer.concat([Buffer.from('é,"b\n'), Buffer.from([0xe9, 0x0a]), Buffer.from("ç,d\n")]);
	expect(await rows(content)).toEqual([
		{ line: 1, reason: "a quote is opened and not closed" },
		{ line: 2, reason: "the line is not valid UTF-8" },
		{ line: 3, cells: ["ç", "d"] },
	]);
});

test("a row with more cells than a spreadsheet has columns is refused", async () => {
	const [wide, next] = await rows(`${",".repeat(16_384)}\na,b`, { delimiter: "," });
	expect(wide).toEqual({ line: 1, reason: "the row has more than 16384 cells" });
	expect(next).toEqual({ line: 2, cells: ["a", "b"] });
});

test.each([
	["commas", "a,b\n1,2", ["1", "2"]],
	["semicolons, with decimal commas", "a;b\n1,5;2,5\n3,5;4,5", ["1,5", "2,5"]],
	["tabs, with empty cells at the end of lines", "a\tb\tc\n1\t\t\n2\t3\t", ["1", "", ""]],
	["tabs, with quotes", 'a\tb\n"1\t""x"""\t2\n3\t4', ['1\t"x"', "2"]],
	["upright bars", "a|b\n1|2", ["1", "2"]],
	["a declared delimiter", "sep=;\na;b\n1;2", ["1", "2"]],
	["a declared delimiter in quotes that nobody would guess", '"sep=^"\r\na^b\r\n1^2', ["1", "2"]],
	["commas, with lists in cells", "a,b\n1,milk; soy\n2,egg; oat; rye", ["1", "milk; soy"]],
	["commas, with semicolons inside quotes", 'a,b\n1,"milk; eggs"\n2,"x; y"', ["1", "milk; eggs"]],
	["semicolons, with commas inside quotes", 'a;b\n1;"milk, eggs"\n2;"x, y"', ["1", "milk, eggs"]],
	["semicolons, below titles with commas", "Stock, all shops, 2026\n\na;b;c\n1;2;3\n4;5;6", ["1", "2", "3"]],
])("finds the delimiter of a table with %s", async (_, content, row) => {
	expect(await cells(content)).toContainEqual(row);
});

test("a header that is known decides about the delimiter", async () => {
	const content = "barcode,name\n4011,a;b;c\n4012,d;e;f\n4013,g;h;i\n4014,j;k;l";
	const isHeader = (names: readonly string[]) => names.includes("barcode");
	expect((await cells(content, { isHeader }))[1]).toEqual(["4011", "a;b;c"]);
	expect((await cells("barcode;name", { isHeader }))[0]).toEqual(["barcode", "name"]);
});

test("a delimiter that is given is used whatever the file looks like, and must be one character", async () => {
	expect(await cells("a,b\n1,2", { delimiter: ";" })).toEqual([["a,b"], ["1,2"]]);
	await expect(rows("a", { delimiter: ";;" })).rejects.toThrow("one character");
	await expect(rows("a", { delimiter: '"' })).rejects.toThrow("one character");
});

test("lines end as they please: carriage returns alone, or all kinds mixed", async () => {
	const expected = [
		["a", "b"],
		["1", "2"],
		["3", "4"],
		["5", "6"],
	];
	expect(await cells("a,b\r1,2\r3,4\r5,6\r")).toEqual(expected);
	expect(await cells("a,b\r\n1,2\r3,4\n5,6\r\r\n")).toEqual(expected);
	expect(await cells('a,b\n1,"x\ry"\r2,z\n')).toEqual([
		["a", "b"],
		["1", "x\ry"],
		["2", "z"],
	]);
});

const HEBREW = "ברקוד;שם\r\n0725272730706;במבה גדולה\r\n4011;תפוח עץ\r\n";
const WESTERN = "EAN;Désignation\r\n0725272730706;Crème brûlée à l’orange – 2,50 €\r\n4011;Bœuf\r\n";
/** Encodes the letters of Windows-1255 that these tests use. */
const hebrew = (text: string) =>
	Buffer.from(
		text.replace(/[א-ת]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x5d0 + 0xe0)),
		"latin1",
	);
const western = (text: string) =>
	Buffer.from(
		text.replace(/[€’–œ]/g, (one) =>
			String.fromCharCode({ "€": 0x80, "’": 0x92, "–": 0x96, œ: 0x9c }[one] ?? 0),
		),
		"latin1",
	);

test.each<[string, Uint8Array, string]>([
	["UTF-8", Buffer.from(HEBREW), HEBREW],
	["UTF-8", Buffer.from(`\uFEFF${HEBREW}`), HEBREW],
	["UTF-16", Buffer.from(`\uFEFF${HEBREW}`, "utf16le"), HEBREW],
	["UTF-16, guessed", Buffer.from(HEBREW, "utf16le"), HEBREW],
	["UTF-16 (big-endian)", Buffer.from(`\uFEFF${HEBREW}`, "utf16le").swap16(), HEBREW],
	["UTF-16 (big-endian), guessed", Buffer.from(HEBREW, "utf16le").swap16(), HEBREW],
	["Windows-1255 (Hebrew), guessed", hebrew(HEBREW), HEBREW],
	["Windows-1252 (Western European), guessed", western(WESTERN), WESTERN],
])("reads %s, and says so", async (words, bytes, text) => {
	const expected = text
		.trim()
		.split("\r\n")
		.map((line) => line.split(";"));
	expect(await cells(bytes)).toEqual(expected);
	expect(await taken(bytes)).toBe(`${words}; semicolons`);
});

test("an encoding is guessed at the first letter that needs one, however late it comes", async () => {
	const plain = `barcode;name\n${"4011;apple\n".repeat(20_000)}`;
	const bytes = Buffer.concat([Buffer.from(plain), hebrew("4012;תפוח\n")]);
	expect((await cells(bytes)).at(-1)).toEqual(["4012", "תפוח"]);
	expect(await taken(bytes)).toBe("Windows-1255 (Hebrew), guessed; semicolons");
});

test("an encoding that is given decides, and must be known", async () => {
	const bytes = western("a;é\n1;2\n");
	expect((await cells(bytes, { encoding: "windows-1255" }))[0]).toEqual(["a", "י"]);
	expect(await taken(hebrew(HEBREW), { encoding: "cp1255" })).toBe(
		"windows-1255".replace(/.*/, "Windows-1255 (Hebrew); semicolons"),
	);
	expect((await cells(Buffer.from([0x61, 0x2c, 0xe0, 0x0a]), { encoding: "utf-8", delimiter: "," }))[0]).toBe(
		"the line is not valid UTF-8",
	);
	await expect(rows("a", { encoding: "klingon" })).rejects.toThrow(
		'the encoding "klingon", which is not known',
	);
});

test("an old Excel file and UTF-32 are refused with what to do", async () => {
	await expect(rows(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1))).rejects.toThrow("save it as .xlsx");
	await expect(rows(Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0))).rejects.toThrow("save it as UTF-8");
});

test("a sheet is not to be had from text", async () => {
	await expect(rows("a,b\n", { sheet: "One" })).rejects.toThrow("no sheets");
});

test("only UTF-8 with commas and the header at the top is usual", async () => {
	const usual = await openTable(cutInto(Buffer.from("a,b\n1,2"), []));
	expect([isUsual(usual.reading(), 1), isUsual(usual.reading(), 2)]).toEqual([true, false]);
	const other = await openTable(cutInto(Buffer.from("a;b\n1;2"), []));
	expect(isUsual(other.reading(), 1)).toBe(false);
});

const DIALECTS = fc.record({
	delimiter: fc.constantFrom(",", ";", "\t", "|"),
	lineEnd: fc.constantFrom("\n", "\r\n"),
	isDeclared: fc.boolean(),
	encoding: fc.constantFrom("utf-8", "utf-8 with mark", "utf-16le", "utf-16be"),
});

test("any table in any dialect and encoding is read back, however the stream is cut", async () => {
	const cell = fc.string({
		unit: fc.constantFrom("a", '"', ",", ";", "\t", "|", "\n", " ", "é", "ש", "7", "😀"),
		maxLength: 6,
	});
	const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });
	await fc.assert(
		fc.asyncProperty(table, DIALECTS, anyCuts, async (content, dialect, cuts) => {
			const { delimiter, lineEnd, encoding } = dialect;
			const lines = content.map((row) =>
				row.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter),
			);
			const text = [...(dialect.isDeclared ? [`sep=${delimiter}`] : []), ...lines].join(lineEnd);
			const marked = encoding === "utf-8" ? text : `\uFEFF${text}`;
			const utf16 = Buffer.from(marked, "utf16le");
			const bytes =
				encoding === "utf-16be" ? utf16.swap16() : encoding === "utf-16le" ? utf16 : Buffer.from(marked);
			const options = dialect.isDeclared ? {} : { delimiter };
			const read = await rows(bytes, options, cuts);
			expect(read.map((row) => "cells" in row && row.cells)).toEqual(content);
		}),
	);
});

test("any bytes give rows or a reason", async () => {
	await fc.assert(
		fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), anyCuts, async (bytes, cuts) => {
			try {
				for (const row of await rows(bytes, {}, cuts)) expect(row.line).toBeGreaterThan(0);
			} catch (error) {
				expect(error).toMatchObject({ name: "UnreadableTable", message: expect.stringMatching(/./) });
			}
		}),
	);
});
