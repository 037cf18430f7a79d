import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";
import { exitCodes } from "./command-line.ts";

const { packshot, folder, remove } = commandLine();
afterAll(remove);

const records = [
	{ code: "0725272730706", product_name: "Matzah", brands: "Golden Sheaf" },
	{ code: "x1", product_name: "Lost" },
	{ code: "x2", product_name: "Lost" },
	{ code: "96385074", url: "nothing" },
];

test("previews, then imports an Open Food Facts export, and reports what was taken and left out and why", async () => {
	const file = join(folder, "products.jsonl.gz");
	writeFileSync(file, gzipSync(records.map((record) => JSON.stringify(record)).join("\n")));
	const from = ["import", file, "--from", "openfoodfacts"];
	const dry = await packshot(...from, "--dry-run", "--json");
	expect(dry.document.served).toMatchObject([
		{ barcode: "0725272730706", product_meta: { brand: "Golden Sheaf", product_name: "Matzah" } },
	]);
	const { code, document } = await packshot(...from, "--json");
	expect(code).toBe(exitCodes.partlyRefused);
	expect(document.served).toBeUndefined();
	expect(document).toMatchObject({
		products: { created: 1, updated: 0, unchanged: 0 },
		taken: { "info.brand": 1, "info.product_name": 1 },
		left_out: { "the code … is no barcode of 4 to 14 digits": 2 },
	});
	const again = await packshot(...from);
	expect(again.stdout).toContain("products   0 created, 0 updated, 1 unchanged");
	expect(again.stdout).toContain("taken      info.brand 1");
	expect(again.stdout).toContain("left out   2: the code … is no barcode of 4 to 14 digits");
});

test("an unknown source is wrong usage", async () => {
	const { code, stderr } = await packshot("import", "a.csv", "--from", "nowhere");
	expect([code, stderr]).toEqual([
		exitCodes.usage,
		expect.stringContaining('--from takes openfoodfacts, not "nowhere"'),
	]);
});
