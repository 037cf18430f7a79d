import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readAll } from "@packshot/tables/chunks.arbitrary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeFolder } from "../../sources/folder.fixture.ts";
import { checkMetadata } from "../metadata-line.ts";
import { readOpenFoodFacts } from "./read.ts";
import { findExports } from "./sources.ts";

const read = (format: "ndjson" | "table", content: string) =>
	readAll((chunks) => readOpenFoodFacts(format, chunks), content);

const RECORD = {
	code: "0725272730706",
	product_name: "Whole Wheat Matzah",
	brands: "Golden Sheaf, Sheaf Group",
	generic_name: "Unleavened bread",
	quantity: "454 g",
	categories: "Breads, Flatbreads, en:unleavened-breads",
	origins: "Israel",
	labels_tags: ["en:vegan", "en:orthodox-union-kosher"],
	ingredients_text: "Whole _wheat_ flour, water",
	allergens_tags: ["en:gluten", "fr:ble"],
	traces_tags: ["en:sesame-seeds", "en:milk"],
	serving_size: "1 piece (28 g)",
	serving_quantity: "28",
	nutriments: { "energy-kcal_100g": 393, fat_100g: 1.5, sodium_100g: 0.01, "vitamin-d_100g": "x" },
	images: { front: {} },
};

test("maps a record of the JSONL export to a change, field by field", async () => {
	expect(await read("ndjson", JSON.stringify(RECORD))).toEqual([
		{
			line: 1,
			change: {
				barcode: "0725272730706",
				info: {
					brand: "Golden Sheaf",
					product_name: "Whole Wheat Matzah",
					product_description: "Unleavened bread",
					net_weight: "454 g",
					category: "unleavened breads",
					country_of_origin: "Israel",
					vegan: true,
				},
				nutrition: {
					serving_size: "1 piece (28 g)",
					calories: "110",
					total_fat: { amount: "0.42 g" },
					sodium: { amount: "2.8 mg" },
				},
				ingredients: {
					ingredients_text: "Whole wheat flour, water",
					may_contain_statement: "May contain: sesame seeds, milk",
					allergens: ["gluten"],
				},
			},
		},
	]);
});

test("reads the nutrient set of schema 1003 only if it is per 100 g or 100 ml as sold", async () => {
	const nutrient = (value: number, unit = "g") => ({
		value,
		unit,
		source: "packaging",
		source_per: "serving",
	});
	const nutrients = {
		"energy-kcal": nutrient(393, "kcal"),
		"energy-kj": nutrient(1644, "kJ"),
		fat: nutrient(1.5),
		sodium: nutrient(0.01),
		"vitamin-d": nutrient(40, "IU"),
	};
	const { nutriments: _, serving_quantity: __, ...record } = RECORD;
	const panelOf = async (set: object) => {
		const [line] = await read("ndjson", JSON.stringify({ ...record, nutrition: { aggregated_set: set } }));
		return line && "change" in line ? line.change.nutrition : line;
	};
	for (const per of ["100g", "100ml"]) {
		expect(await panelOf({ preparation: "as_sold", per, nutrients })).toEqual({
			serving_size: "100 g or 100 ml",
			calories: "393",
			total_fat: { amount: "1.5 g" },
			sodium: { amount: "10 mg" },
		});
	}
	expect(await panelOf({ preparation: "prepared", per: "100g", nutrients })).toBeUndefined();
	expect(await panelOf({ preparation: "as_sold", per: "serving", nutrients })).toBeUndefined();
	expect(await panelOf({ preparation: "as_sold", per: "100g", nutrients: [] })).toBeUndefined();
});

test("reads a record of schema 1004: where values come from stands beside them, and lists by taxonomy are gone", async () => {
	const { nutriments: _, categories: __, ...record } = RECORD;
	const source = { packaging: { labels: ["en:vegan"], brands: ["Golden Sheaf"] } };
	const nutrients = { "energy-kcal": { value: 393, unit: "kcal", source: "manufacturer" } };
	const given = {
		...record,
		schema_version: 1004,
		categories_tags: ["en:breads", "en:unleavened-breads"],
		tags_sources: source,
		nutrition: { aggregated_set: { per: "100g", nutrients }, input_sets: [{ per: "serving", nutrients }] },
	};
	const [line] = await read("ndjson", JSON.stringify(given));
	expect(line).toMatchObject({
		change: {
			info: { brand: "Golden Sheaf", category: "unleavened breads", vegan: true },
			nutrition: { serving_size: "1 piece (28 g)", calories: "110" },
			ingredients: { allergens: ["gluten"] },
		},
	});
});

const CSV = [
	["code", "product_name", "allergens", "sodium_100g", "url"],
	["4011", 'Bananas "extra", ripe', "en:milk,en:nuts", "0.5", "http://example.com"],
];
const CHANGE = {
	barcode: "4011",
	info: { product_name: 'Bananas "extra", ripe' },
	nutrition: { serving_size: "100 g or 100 ml", sodium: { amount: "500 mg" } },
	ingredients: { allergens: ["milk", "nuts"] },
};

test.each([
	["tabs", CSV.map((cells) => cells.join("\t"))],
	["tabs and quotes", CSV.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join("\t"))],
	["commas", CSV.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))],
])("maps a CSV row with %s to a change", async (_, lines) => {
	expect(await read("table", lines.join("\n"))).toEqual([{ line: 2, change: CHANGE }]);
});

test("unescapes texts once and ignores empty texts, lists and invalid numbers", async () => {
	const odd = {
		code: "4011",
		product_name: "Bananas &quot;ripe&quot; &amp; sweet &lt;3",
		brands: "",
		generic_name: null,
		quantity: ["1 kg"],
		origins: "Côte d&#39;Ivoire &unknown; &constructor; &amp;lt;",
		labels_tags: "en:organic,en:vegan",
		nutriments: [],
		serving_size: 30,
		fat_100g: "12 or so",
		proteins_100g: -1,
	};
	const change = {
		barcode: "4011",
		info: {
			product_name: 'Bananas "ripe" & sweet <3',
			country_of_origin: "Côte d'Ivoire &unknown; &constructor; &lt;",
			vegan: true,
			organic: true,
		},
	};
	expect(await read("ndjson", JSON.stringify(odd))).toEqual([{ line: 1, change }]);
});

test("reads a row with hundreds of columns, most of them empty", async () => {
	const others = Array.from({ length: 200 }, (_, place) => `column_${place}`);
	const header = ["code", ...others, "product_name", "brands"].join("\t");
	const row = [
		"4011",
		...others.map((_, place) => (place % 9 ? "" : '5" x')),
		'Bananas 5" &amp; up',
		"",
	].join("\t");
	expect(await read("table", `${header}\n${row}\n`)).toEqual([
		{ line: 2, change: { barcode: "4011", info: { product_name: 'Bananas 5" & up' } } },
	]);
});

/** The panel of a record, and what was remarked on it. */
async function panelOf(record: object) {
	const remarks: string[] = [];
	const lines = await readAll(
		(chunks) =>
			readOpenFoodFacts("ndjson", chunks, { onRemark: (line, text) => remarks.push(`${line} ${text}`) }),
		JSON.stringify({ code: "4011", product_name: "a", ...record }),
	);
	const [line] = lines;
	return { panel: line && "change" in line ? line.change.nutrition : line, remarks };
}
const set1004 = (nutrients: object) => ({
	nutrition: { aggregated_set: { preparation: "as_sold", per: "100g", nutrients } },
});

test("estimates are left out and counted, the values of the label beside them taken", async () => {
	const estimate = (value: number, unit = "g") => ({ value, unit, source: "estimate" });
	const fat = { value: 0.5, unit: "g", modifier: "<", source: "packaging" };
	expect(
		await panelOf(set1004({ fat, iron: estimate(0.002), "energy-kcal": estimate(250, "kcal") })),
	).toEqual({
		panel: { serving_size: "100 g or 100 ml", total_fat: { amount: "<0.5 g" } },
		remarks: Array(2).fill("1 values that Open Food Facts estimated, left out"),
	});
	expect((await panelOf(set1004({ fat: estimate(3) }))).panel).toBeUndefined();
});

test.each([
	["<", "<1 g"],
	[">", ">1 g"],
	["~", "~1 g"],
	["", "1 g"],
	["-", undefined],
])("the modifier %j is printed as on the label", async (modifier, amount) => {
	const { panel } = await panelOf({ nutriments: { fat_100g: 1, fat_modifier: modifier, sugars_100g: 2 } });
	expect(panel).toEqual({
		serving_size: "100 g or 100 ml",
		total_sugars: { amount: "2 g" },
		...(amount === undefined ? {} : { total_fat: { amount } }),
	});
});

test.each([
	["fat_100g", 7.105e-15],
	["trans-fat_100g", 1e-9],
	["sodium_100g", 3e22],
	["sugars_100g", 250],
	["proteins_100g", -3.2],
	["energy-kcal_100g", 5000],
])("%s of %s is impossible: left out and counted", async (name, value) => {
	expect(await panelOf({ nutriments: { [name]: value, "vitamin-d_100g": 0.000005 } })).toEqual({
		panel: { serving_size: "100 g or 100 ml", vitamin_d: { amount: "5 mcg" } },
		remarks: ["1 values that no food can have, left out"],
	});
});

test("numbers written as texts are read, others counted", async () => {
	const nutriments = { fat_100g: "5,5", sugars_100g: "< 0.5", sodium_100g: "trace", proteins_100g: "" };
	expect(await panelOf({ nutriments })).toEqual({
		panel: {
			serving_size: "100 g or 100 ml",
			total_fat: { amount: "5.5 g" },
			total_sugars: { amount: "<0.5 g" },
		},
		remarks: ["1 values that are no numbers, left out"],
	});
});

test("kJ and salt alone are converted, which is said", async () => {
	for (const name of ["energy_100g", "energy-kj_100g"])
		expect(await panelOf({ nutriments: { [name]: 1046 } })).toEqual({
			panel: { serving_size: "100 g or 100 ml", calories: "250" },
			remarks: ["1 calories converted from kJ"],
		});
	const salt = { value: 1.25, unit: "g", modifier: "<" };
	expect(await panelOf(set1004({ salt, "energy-kj": { value: 100, unit: "kJ" } }))).toEqual({
		panel: { serving_size: "100 g or 100 ml", sodium: { amount: "<500 mg" }, calories: "23.9" },
		remarks: ["1 sodium converted from salt", "1 calories converted from kJ"],
	});
});

test("a serving of an impossible weight is none", async () => {
	const record = { serving_size: "1 cup", nutriments: { fat_100g: 1 } };
	for (const serving_quantity of [1e9, -5, 1e-9])
		expect(await panelOf({ ...record, serving_quantity })).toEqual({
			panel: { serving_size: "100 g or 100 ml", total_fat: { amount: "1 g" } },
			remarks: ["1 servings of an impossible weight: the values are for 100 g"],
		});
});

test("no allergens and no traces are none, and those without an English name are counted", async () => {
	const remarks: string[] = [];
	const record = {
		code: "4011",
		product_name: "a &#xE9;&#1488;",
		allergens_tags: ["en:none", "fr:lait", "en:gluten"],
		traces_tags: ["en:none"],
	};
	const lines = await readAll(
		(chunks) => readOpenFoodFacts("ndjson", chunks, { onRemark: (_, text) => remarks.push(text) }),
		JSON.stringify(record),
	);
	expect(lines).toEqual([
		{
			line: 1,
			change: { barcode: "4011", info: { product_name: "a éא" }, ingredients: { allergens: ["gluten"] } },
		},
	]);
	expect(remarks).toEqual(["allergens without an English name, left out"]);
});

test.each([
	["a code that is not a barcode", '{"code":"12-x","product_name":"a"}', /"12-x" is no barcode/],
	["none of the fields", '{"code":"4011","url":"x"}', /none of the fields that are taken/],
	["a list", "[]", /no record/],
	["invalid JSON", "{", /not JSON/],
	["a NUL", '{"code":"4011","product_name":"a\\u0000"}', /control characters/],
])("a line with %s is left out with the reason", async (_, line, reason) => {
	const [refused, next] = await read("ndjson", `${line}\n${JSON.stringify(RECORD)}`);
	expect(refused).toMatchObject({ line: 1, reason: expect.stringMatching(reason) });
	expect(next).toHaveProperty("change");
});

test("a CSV file of another source is refused by its header", async () => {
	expect(await read("table", "barcode,info.brand\n4011,x")).toEqual([
		{ line: 1, reason: expect.stringContaining('no column "code"') },
	]);
});

test.each([
	{ serving_quantity: { toString: [] } },
	{ nutrition: { aggregated_set: { per: { toString: [] }, nutrients: {} } } },
	{ nutrition: { aggregated_set: { per: "100g", nutrients: { fat: { unit: { toString: [] } } } } } },
	{
		nutrition: {
			aggregated_set: {
				per: "100g",
				nutrients: { fat: { unit: "g", value: 1, modifier: { toString: [] } } },
			},
		},
	},
])("an object that has no text becomes none: %j", async (given) => {
	expect(await read("ndjson", JSON.stringify({ ...RECORD, ...given }))).toEqual([
		expect.objectContaining({ change: expect.anything() }),
	]);
});

test("any record becomes exactly one valid change or one reason", async () => {
	const record = fc.record(Object.fromEntries(Object.keys(RECORD).map((key) => [key, fc.jsonValue()])), {
		requiredKeys: [],
	});
	await fc.assert(
		fc.asyncProperty(record, async (given) => {
			const line = JSON.stringify({ ...given, code: "4011" });
			const [found, ...others] = await read("ndjson", line);
			expect(others).toEqual([]);
			if (found && "change" in found) expect(checkMetadata(found.change)).toEqual({ change: found.change });
			else expect(found).toEqual({ line: 1, reason: expect.stringMatching(/./) });
		}),
	);
});

test("finds exports by name, compressed or not, and refuses others", async () => {
	const folder = makeFolder({ "a.jsonl": `${JSON.stringify(RECORD)}\n`, "a.zip": "" });
	writeFileSync(join(folder, "b.jsonl.gz"), gzipSync(JSON.stringify(RECORD)));
	writeFileSync(join(folder, "c.csv.gz"), gzipSync("code").subarray(0, 12));
	const lines: unknown[] = [];
	const paths = ["a.jsonl", "b.jsonl.gz", "a.zip", "none.csv"].map((name) => join(folder, name));
	for await (const source of findExports(paths)) {
		if (source.kind !== "metadata") lines.push(source.kind);
		else for await (const line of readOpenFoodFacts(source.format, source.chunks())) lines.push(line.line);
	}
	expect(lines).toEqual([1, 1, "refused", "refused"]);
	await expect(async () => {
		for await (const source of findExports([join(folder, "c.csv.gz")]))
			if (source.kind === "metadata") for await (const _ of source.chunks());
	}).rejects.toThrow("cannot be read");
});
