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

test("a record with only labels leaves curated values alone, unless told to replace them", async () => {
	const own = join(folder, "curated.ndjson");
	const info = { brand: "Golden Sheaf", product_name: "Matzah", bracha: "hamotzi", vegan: false };
	writeFileSync(own, JSON.stringify({ barcode: "96385074", info, hechshers: [{ symbol: "OU" }] }));
	expect((await packshot("import", own)).code).toBe(exitCodes.success);
	const labelled = join(folder, "labelled.jsonl");
	const record = {
		code: "0000096385074",
		labels_tags: ["en:vegan"],
		product_name: "MATZO",
		quantity: "16 oz",
	};
	writeFileSync(labelled, JSON.stringify(record));
	const from = ["import", labelled, "--from", "openfoodfacts", "--json"];
	const replaced = await packshot(...from, "--replace", "--dry-run");
	expect(replaced.document).toMatchObject({
		values_lost: {
			count: 2,
			examples: [
				{ barcode: "96385074", field: "info.brand", before: "Golden Sheaf", after: null },
				{ barcode: "96385074", field: "info.bracha", before: "hamotzi", after: null },
			],
		},
		values_changed: {
			count: 1,
			examples: [{ field: "info.product_name", before: "Matzah", after: "MATZO" }],
		},
		matched: [{ source: labelled, line: 1, barcode: "0000096385074", product: "96385074" }],
	});
	const filled = await packshot(...from, "--dry-run");
	expect(filled.document).toMatchObject({
		products: { updated: 1 },
		values_lost: { count: 0 },
		values_changed: { count: 0 },
		served: [{ product_meta: { ...info, net_weight: "16 oz" } }],
	});
	const merged = await packshot(...from, "--merge", "--dry-run");
	expect(merged.document).toMatchObject({
		values_lost: { count: 0 },
		values_changed: { count: 1 },
		served: [{ product_meta: { ...info, product_name: "MATZO", vegan: true, net_weight: "16 oz" } }],
	});
	const text = await packshot("import", labelled, "--from", "openfoodfacts", "--replace", "--dry-run");
	expect(text.stdout).toContain("lost       2 stored values erased");
	expect(text.stdout).toContain('lost       96385074 info.brand: "Golden Sheaf"');
	expect(text.stdout).toContain('changed    96385074 info.product_name: "Matzah" → "MATZO"');
	expect(text.stdout).toContain(`matched    ${labelled}, line 1: 0000096385074 is 96385074`);
});

test("the empty cells of a table erase nothing with --merge", async () => {
	const table = join(folder, "table.csv");
	writeFileSync(table, "barcode,info.brand,info.bracha,hechshers\n96385074,Elite,,\n");
	const { document } = await packshot("import", table, "--merge", "--dry-run", "--json");
	expect(document).toMatchObject({
		values_lost: { count: 0 },
		served: [{ product_meta: { brand: "Elite", bracha: "hamotzi", hechshers: [{ symbol: "OU" }] } }],
	});
	const replacing = await packshot("import", table, "--dry-run", "--json");
	expect(replacing.document.values_lost.examples).toMatchObject([
		{ field: "info.product_name" },
		{ field: "info.bracha", before: "hamotzi" },
	]);
});

test.each([
	["--merge", "--fill"],
	["--replace", "--merge"],
	["--replace", "--merge", "--fill"],
])("%s and others exclude each other", async (...modes) => {
	const { code, stderr } = await packshot("import", "a.csv", ...modes);
	expect([code, stderr]).toEqual([exitCodes.usage, expect.stringContaining("exclude each other")]);
});

test.each(["nowhere", "constructor", "__proto__"])("the unknown source %s is wrong usage", async (source) => {
	const { code, stderr } = await packshot("import", "a.csv", "--from", source);
	expect([code, stderr]).toEqual([
		exitCodes.usage,
		expect.stringContaining(`--from takes openfoodfacts, not "${source}"`),
	]);
});
