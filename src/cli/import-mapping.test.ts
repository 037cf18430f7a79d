import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";
import { exitCodes } from "./command-line.ts";

const { packshot, folder, remove } = commandLine();
const csv = join(folder, "gdsn.csv");
const yaml = join(folder, "gdsn.yaml");
beforeAll(() => {
	writeFileSync(csv, "gtin,brandName,targetMarket\n00725272730706,Golden Sheaf,IL\n");
	writeFileSync(yaml, "gtin: barcode\nbrandName: info.brand\n");
});
afterAll(remove);

test.each([
	["a field", ["--map", "gtin=barcode", "brandName=info.brnd"], exitCodes.usage, '"info.brnd" is no field'],
	["a column", ["--map", "gtin=barcode", "brand=info.brand"], exitCodes.failure, 'no column "brand"'],
	["the barcode", ["--map", "brandName=info.brand"], exitCodes.usage, 'no column goes to "barcode"'],
	["its syntax", ["--map", "brandName"], exitCodes.usage, "--map takes COLUMN=FIELD"],
])("a mapping with an error in %s is refused before anything is imported", async (_, map, code, message) => {
	const done = await packshot("import", csv, ...map);
	expect([done.code, done.stderr]).toEqual([code, expect.stringContaining(message)]);
});

test("maps columns as a mapping file or options say, and ignores the others", async () => {
	const dry = await packshot("import", csv, "--mapping", yaml, "--dry-run", "--json");
	expect(dry.document.served).toMatchObject([
		{ barcode: "00725272730706", product_meta: { brand: "Golden Sheaf" } },
	]);
	const made = await packshot(
		"import",
		csv,
		"--map",
		"gtin=barcode",
		"--map",
		"brandName=info.brand",
		"--json",
	);
	expect(made.document).toMatchObject({ products: { created: 1 }, refused: [] });
	const again = await packshot("import", csv, "--mapping", yaml, "--json");
	expect(again.document).toMatchObject({ products: { unchanged: 1 } });
});

test("names an invalid mapping file", async () => {
	const broken = join(folder, "broken.yaml");
	writeFileSync(broken, "- gtin\n");
	const { code, stderr } = await packshot("import", csv, "--mapping", broken);
	expect([code, stderr]).toEqual([exitCodes.failure, expect.stringContaining("broken.yaml: expected lines")]);
});
