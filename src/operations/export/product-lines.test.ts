import { readAll } from "@packshot/tables/chunks.arbitrary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { EMPTY_RECORD, mergeRecord, type StoredRecord } from "../../catalogue/stored/record.ts";
import { metadataChange } from "../../catalogue/writing/metadata-change.arbitrary.ts";
import type { MetadataChange } from "../../catalogue/writing/metadata-change.ts";
import { readNdjson } from "../../imports/formats/metadata-file.ts";
import type { MetadataLine } from "../../imports/formats/metadata-line.ts";
import { readMetadataTable } from "../../imports/formats/metadata-table.ts";
import { CSV_HEADER, csvLine } from "./csv-lines.ts";
import { productLines } from "./product-lines.ts";

const NOW_MS = 1_800_000_000_000;

function recordOf(...changes: readonly MetadataChange[]): StoredRecord {
	let record: StoredRecord = EMPTY_RECORD;
	for (const change of changes) record = mergeRecord(record, change, NOW_MS).record;
	return record;
}

/** The record that an import makes of these lines, none of which may be refused. */
function imported(lines: readonly MetadataLine[]): StoredRecord {
	return recordOf(
		...lines.map((line) => {
			if ("reason" in line) throw new Error(line.reason);
			return line.change;
		}),
	);
}

/** Values that cause trouble in files, spreadsheets and terminals. */
const hostile: MetadataChange = {
	barcode: "0725272730706",
	info: {
		brand: "=HYPERLINK(1)",
		product_name: ' "מצה", שמורה\nsecond line ',
		notes: "\u2028\u202e\t\ufeff",
		category: "",
		net_weight: "1,5 kg",
		manufacturer: "{}",
	},
	ingredients: { allergens: ["milk", "soy"] },
};

test("the NDJSON lines of any product import to the same record", async () => {
	await fc.assert(
		fc.asyncProperty(metadataChange, metadataChange, async (first, second) => {
			const { barcode } = first;
			const record = recordOf(hostile, { ...second, barcode }, first);
			const lines = await readAll(readNdjson, productLines(barcode, record));
			// A product without any metadata left keeps the time of the change that removed it.
			expect(imported(lines)).toEqual({ ...record, updated_at: imported(lines).updated_at });
		}),
	);
});

test("the CSV row of any product that has one imports to the same record", async () => {
	let rows = 0;
	await fc.assert(
		fc.asyncProperty(metadataChange, async (change) => {
			const record = recordOf(change);
			const line = csvLine(change.barcode, record);
			if (line === undefined) return;
			rows++;
			const lines = await readAll(readMetadataTable, CSV_HEADER + line);
			expect(imported(lines)).toEqual({ ...record, updated_at: imported(lines).updated_at });
		}),
		// Only a few of the generated products have a row.
		{ examples: [[{ barcode: "4011", info: { brand: "Orchard" } }]] },
	);
	expect(rows).toBeGreaterThan(0);
});

test("formulas, line breaks, quotes and Hebrew survive a CSV round trip", async () => {
	const info = { brand: "=1+1", product_name: ' "מצה", שמורה\nsecond line ' };
	const record = recordOf({ barcode: "4011", info, hechshers: [{ symbol: "OU" }] });
	const line = csvLine("4011", record) ?? "";
	expect(line).toContain("=1+1");
	expect(imported(await readAll(readMetadataTable, CSV_HEADER + line))).toEqual(record);
});

test.each([
	["the name of an agency", { hechshers: [{ symbol: "OU", org: "Orthodox Union" }] }],
	["an empty text", { info: { brand: "", notes: "n" } }],
	["a scope without a value", { info: {} }],
	["a carriage return", { info: { brand: "a\r\nb" } }],
	["a weight that looks like a date", { info: { net_weight: "16-May" } }],
	["an amount with a decimal comma", { nutrition: { calories: "0,5" } }],
	["allergens that a list joins", { ingredients: { allergens: ["milk", "Milk"] } }],
	["an item with a semicolon", { ingredients: { allergens: ["a;b"] } }],
])("CSV has no row for a product with %s", (_, scopes) => {
	expect(csvLine("4011", recordOf({ barcode: "4011", ...scopes }))).toBeUndefined();
});

test("a product too large for one line is exported scope by scope", async () => {
	const text = "מ".repeat(300_000);
	const record = recordOf(
		{ barcode: "4011", info: { notes: text } },
		{ barcode: "4011", ingredients: { ingredients_text: text }, catalog_meta: { category: "x" } },
	);
	const lines = await readAll(readNdjson, productLines("4011", record));
	expect(lines).toHaveLength(5);
	expect(imported(lines)).toEqual(record);
	expect(csvLine("4011", record)).toBeUndefined();
});

test("a product without metadata has an NDJSON line and a CSV row", async () => {
	expect(JSON.parse(productLines("4011", EMPTY_RECORD))).toMatchObject({ barcode: "4011", info: null });
	expect(csvLine("4011", EMPTY_RECORD)).toMatch(/^4011,+\n$/);
});
