import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { everyEngine, type OpenedEngine } from "../../../test/support/engines.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { barcodeRanges } from "../barcodes/barcode-ranges.ts";
import { createProductLookup } from "../barcodes/find-products.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { listAfter } from "./list-after.ts";
import { listProducts } from "./list-products.ts";
import { EVERY_PRODUCT, type ProductFilter } from "./product-filter.ts";

/** Checks SQLite's query plans: a listing that touched the wide rows, or sorted, would take seconds at a million products. */
describe.each(everyEngine.filter(({ name }) => name === "SQLite"))("on $name", ({ open }) => {
	const clock = testClock(1000);
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open(clock);
		const changes = Array.from({ length: 40 }, (_, i) => ({ barcode: String(1000 + i) }));
		await engine.db.write(applyMetadata, { changes, existingOnly: false });
	});
	afterAll(() => engine.close());

	const tuning = { cutAboveProducts: 10, pieces: 3, fewChanges: 5 };

	/** The plans of all statements of a listing, except point reads. */
	async function plansOf(filter: Partial<ProductFilter>, page = 1): Promise<string[]> {
		const statements: CompiledQuery[] = [];
		const db = { ...engine.db, scan: engine.db.scan.withPlugin(recorder(engine.db.scan, statements)) };
		const asked = { ...EVERY_PRODUCT, ...filter };
		await listProducts(db as Database, asked, { page, perPage: 3 }, tuning);
		return Promise.all(statements.map((statement) => planOf(engine.db.read, statement)));
	}

	const narrow =
		/^SEARCH product USING COVERING INDEX product_(listing|by_barcode) \(barcode>\? AND barcode<\?\)$/;

	test.each<[string, Partial<ProductFilter>]>([
		["no filter", {}],
		["variants", { withVariants: 1, withoutVariants: 2 }],
		["lengths", { minDigits: 8, maxDigits: 13 }],
		["ownership", { ownership: "studio" }],
		["a prefix", { ranges: barcodeRanges("10", []) }],
		["the prefixes of a client", { ranges: barcodeRanges("", ["100", "103", "2"]) }],
		["brands and departments", { brands: ["Elite", "Osem"], departments: ["Frozen"] }],
		["metadata keys", { has: ["nutrition", "image_meta.ownership"], missing: ["image_meta", "info.brand"] }],
		["many changes", { changedSinceMs: 500 }],
		[
			"everything at once",
			{
				ranges: barcodeRanges("1", ["10"]),
				minDigits: 4,
				maxDigits: 14,
				withVariants: 1,
				ownership: "studio",
				brands: ["Elite"],
				departments: ["Frozen"],
				changedSinceMs: 500,
				has: ["info.brand"],
				missing: ["nutrition.calories"],
			},
		],
	])("%s: walks only narrow indexes, in order", async (_, filter) => {
		for (const page of [1, 4]) {
			for (const plan of await plansOf(filter, page)) expect(plan).toMatch(narrow);
		}
	});

	test("barcodes are looked up in the narrow index alone", async () => {
		const statements: CompiledQuery[] = [];
		const read = engine.db.read.withPlugin(recorder(engine.db.read, statements));
		await createProductLookup({ ...engine.db, read } as Database, ["variants", "fields_low"])([
			"1001",
			"1002",
		]);
		expect(await planOf(engine.db.read, statements.at(-1)!)).toMatch(
			/^SEARCH product USING COVERING INDEX product_listing \(barcode=\? AND digits>\?\)$/,
		);
	});

	test("few changes are looked up by their time", async () => {
		const changes = [{ barcode: "1001", info: { brand: "Elite" } }];
		clock.set(9000);
		await engine.db.write(applyMetadata, { changes, existingOnly: false });
		const plans = await plansOf({ changedSinceMs: 9000 });
		expect(plans).toHaveLength(2);
		for (const plan of plans) {
			expect(plan).toContain(
				"SEARCH product USING COVERING INDEX product_by_changed_at_barcode (changed_at>?)",
			);
			expect(plan).not.toContain("SCAN");
		}
	});

	test.each<[string, Partial<ProductFilter>, string]>([
		["no filter", {}, "product_listing (barcode>? AND barcode<?)"],
		["a prefix", { ranges: barcodeRanges("10", []) }, "product_listing (barcode>? AND barcode<?)"],
		["many changes", { changedSinceMs: 500 }, "product_listing (barcode>? AND barcode<?)"],
		["few changes", { changedSinceMs: 5000 }, "product_by_changed_at_barcode (changed_at>?)"],
	])("by cursor, %s: a page is one walk of a narrow index, without counting", async (_, filter, index) => {
		const statements: CompiledQuery[] = [];
		const db = { ...engine.db, scan: engine.db.scan.withPlugin(recorder(engine.db.scan, statements)) };
		await listAfter(db as Database, { ...EVERY_PRODUCT, ...filter }, "1003", 3, 5);
		expect(statements).toHaveLength(1);
		const plan = await planOf(engine.db.read, statements[0] as CompiledQuery);
		expect(plan).toContain(`USING COVERING INDEX ${index}`);
		expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
	});

	test("without a filter, or with one metadata key, nothing is counted", async () => {
		expect(await plansOf({})).toHaveLength(1);
		expect(await plansOf({ has: ["nutrition"] })).toHaveLength(0);
		expect(await plansOf({ missing: ["nutrition"] })).toHaveLength(1);
	});

	test("a large catalogue is counted in pieces", async () => {
		const countsAndPage = await plansOf({ withoutVariants: 1 });
		expect(countsAndPage).toHaveLength(3 + 1);
	});
});

function recorder(db: Tx, statements: CompiledQuery[]): KyselyPlugin {
	return {
		transformQuery({ node, queryId }): RootOperationNode {
			statements.push(db.getExecutor().compileQuery(node, queryId));
			return node;
		},
		transformResult: async ({ result }) => result,
	};
}

async function planOf(db: Tx, { sql, parameters }: CompiledQuery): Promise<string> {
	const explained = await db.executeQuery<{ detail: string }>(
		CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
	);
	return explained.rows.map(({ detail }) => detail).join("; ");
}
