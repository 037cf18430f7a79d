import { expect, test } from "vitest";
import { readAll } from "./chunks.arbitrary.ts";
import { textDecoder } from "./encoding.ts";
import { openTable } from "./open-table.ts";
import { readingInWords } from "./reading-words.ts";
import type { TableOptions } from "./table.ts";

/** The bytes of a text in an encoding that has a byte for each character. */
function encoded(text: string, encoding: string): Uint8Array {
	const decode = textDecoder(encoding);
	const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decode(Uint8Array.of(byte)), byte]));
	return Uint8Array.from(text, (character) => bytes.get(character) ?? expect.fail(`no ${character}`));
}

async function read(bytes: Uint8Array, options: TableOptions = { refusesDoubt: true }) {
	let words = "";
	const rows = await readAll(
		async function* (chunks) {
			const table = await openTable(chunks, options);
			yield* table.rows;
			words = readingInWords(table.reading(), 1);
		},
		bytes,
		[],
	);
	return { words, rows: rows.map((row) => ("cells" in row ? row.cells : row.reason)) };
}

const HEBREW = 'חומוס גרגירים;אסם;שמן זית כתית מעולה 750 מ"ל';
const RUSSIAN = "Молоко пастеризованное 3%;ХЛЕБ РЖАНОЙ;сыр";
const UKRAINIAN = "Олія соняшникова рафінована;Цукор білий;сир";
const WESTERN = "Crème brûlée à l’orange – 2;Süße Füße GRÜN;¿Piña? nº 5";

test.each([
	["windows-1255", "Windows-1255 (Hebrew)", HEBREW],
	["cp862", "CP862 (Hebrew, DOS)", HEBREW],
	["windows-1251", "Windows-1251 (Cyrillic)", RUSSIAN],
	["windows-1251", "Windows-1251 (Cyrillic)", UKRAINIAN],
	["ibm866", "CP866 (Cyrillic, DOS)", RUSSIAN],
	["koi8-r", "KOI8-R (Cyrillic)", RUSSIAN],
	["koi8-u", "KOI8-U (Cyrillic)", UKRAINIAN],
	["windows-1252", "Windows-1252 (Western European)", WESTERN],
])("reads %s as %s", async (encoding, words, line) => {
	expect(await read(encoded(`barcode;brand;name\n${line}\n`, encoding))).toEqual({
		words: `${words}, guessed; semicolons; header in line 1`,
		rows: [["barcode", "brand", "name"], line.split(";")],
	});
});

test.each(["אסם", "סוכר", "שמן", "Osem במבה"])(
	"a Hebrew name alone, %s, is not taken for Cyrillic",
	async (name) => {
		for (const encoding of ["windows-1255", "cp862"])
			expect((await read(encoded(`barcode,name\n4011,${name}\n`, encoding))).rows[1]).toEqual(["4011", name]);
	},
);

test.each(["Tarte à la creme", "Oven 180° – 2 kg", "5€", "“Best” tea’s", "½ fat®", "• Öl"])(
	"%s is Western European",
	async (name) => {
		expect((await read(encoded(`barcode,name\n4011,${name}\n`, "windows-1252"))).rows[1]).toEqual([
			"4011",
			name,
		]);
	},
);

test.each([
	["cp850", "Crème brûlée;Süße Füße"],
	["macintosh", "Crème brûlée;Süße Füße"],
	["windows-1250", "Mąka pszenna łódzka;Śmietana żółta"],
	["windows-1253", "Ελαιόλαδο εξαιρετικό;Φέτα τυρί"],
	["windows-1256", "زيت زيتون بكر;حمص"],
])("a text in %s is refused until somebody says so, and then read", async (encoding, line) => {
	const bytes = encoded(`barcode;name\n${line}\n`, encoding);
	await expect(read(bytes)).rejects.toThrow(/say which it is \(--encoding\), such as .*cp862/);
	expect((await read(bytes, { encoding })).rows[1]).toEqual(line.split(";"));
	// A list of barcodes needs no letters.
	expect((await read(bytes, {})).rows).toHaveLength(2);
});

test("a line with bytes that its encoding does not have is refused by its number", async () => {
	const bytes = Buffer.concat([
		encoded(`barcode;name\n4011;${"חלב ".repeat(20_000)}\n`, "windows-1255"),
		Buffer.from([0x34, 0x3b, 0xd9, 0x0a, 0x35, 0x3b, 0x36, 0x0a]),
	]);
	const { rows } = await read(bytes, { refusesDoubt: true, delimiter: ";" });
	expect(rows.slice(2)).toEqual(["the line is not valid Windows-1255 (Hebrew)", ["5", "6"]]);
});

test.each([
	["IBM862", "cp862"],
	["dos-850", "cp850"],
	["866", "ibm866"],
])("the encoding %s has other names", async (name, encoding) => {
	const bytes = encoded("barcode;name\n4011;½\n".replace("½", encoding === "ibm866" ? "Ж" : "½"), encoding);
	expect((await read(bytes, { encoding: name })).rows[1]?.[1]).toMatch(/[½Ж]/);
});
