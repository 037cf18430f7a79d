import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { commandLine } from "../../test/support/command-line.ts";
import { exitCodes } from "./command-line.ts";

const { packshot, folder, remove } = commandLine();
afterAll(remove);

const file = (name: string, content: string | Uint8Array) => {
	writeFileSync(join(folder, name), content);
	return join(folder, name);
};

test("says how a table was read, imports its good rows, and explains the others by their line", async () => {
	const latin = "Price list;\nbarcode;info.brand\n4011;\xfa\xf0\xe5\xe1\xe4\n7.25273E+11;x\n";
	const path = file("hebrew.csv", Buffer.from(latin, "latin1"));
	const { code, stdout } = await packshot("import", path, "--dry-run");
	expect(code).toBe(exitCodes.partlyRefused);
	expect(stdout).toContain("read       ");
	expect(stdout).toContain("hebrew.csv: Windows-1255 (Hebrew), guessed; semicolons; header in line 2");
	expect(stdout).toContain("line 4: barcode: the spreadsheet has rounded this number");
	expect(stdout).toContain("תנובה");
	const given = await packshot("import", path, "--encoding", "windows-1252", "--delimiter", ";", "--json");
	expect(given.document).toMatchObject({
		products: { created: 1 },
		tables: [{ source: path, read_as: "Windows-1252 (Western European); semicolons; header in line 2" }],
	});
});

test("reads the sheet of a workbook that is named, with mapped columns", async () => {
	const sheet = (brand: string) => [
		[{ value: "GTIN" }, { value: "Marke" }],
		[{ value: 4_006_381_333_931, type: Number }, { value: brand }],
	];
	const sheets = [
		{ sheet: "Spring", data: sheet("A") },
		{ sheet: "Autumn", data: sheet("B") },
	];
	const path = file("brands.xlsx", await writeXlsxFile(sheets as never).toBuffer());
	const map = ["--map", "GTIN=barcode", "--map", "Marke=info.brand"];
	const { document } = await packshot("import", path, ...map, "--sheet", "autumn", "--dry-run", "--json");
	expect(document.tables).toEqual([
		{ source: path, read_as: 'sheet "Autumn" (not read: "Spring"); header in line 1' },
	]);
	expect(document.served).toMatchObject([{ barcode: "4006381333931", product_meta: { brand: "B" } }]);
	const none = await packshot("import", path, ...map, "--sheet", "Winter");
	expect([none.code, none.stderr]).toEqual([
		exitCodes.failure,
		expect.stringContaining('has no sheet "Winter". There are: "Spring", "Autumn"'),
	]);
});

test.each([
	[
		["--encoding", "klingon"],
		'--encoding takes the name of an encoding, such as utf-8, windows-1255, windows-1251 or cp862, not "klingon"',
	],
	[["--delimiter", ";;"], '--delimiter takes one character, or tab, not ";;"'],
	[["--from", "openfoodfacts", "--sheet", "1"], "--from knows how its files are read: leave out --sheet"],
])("%j is wrong usage", async (options, message) => {
	const { code, stderr } = await packshot("import", file("a.csv", "barcode\n4011\n"), ...options);
	expect([code, stderr]).toEqual([exitCodes.usage, expect.stringContaining(message)]);
});
