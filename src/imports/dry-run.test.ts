import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../test/support/engines.ts";
import { repetitions } from "../../test/support/thoroughness.ts";
import { IMPORT_MODES } from "../catalogue/writing/import-mode.ts";
import { metadataChange } from "../catalogue/writing/metadata-change.arbitrary.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { systemClock } from "../platform/time/clock.ts";
import { importAll } from "./import.ts";
import type { ImportOrder } from "./import-order.ts";
import { importOrder } from "./order.fixture.ts";
import type { ImportReport } from "./report.ts";

/** Forms of two GTINs, a produce code and a barcode with a wrong check digit. */
const BARCODES = [
	"725272730706",
	"0725272730706",
	"00725272730706",
	"96385074",
	"0000096385074",
	"4011",
	"0725272730707",
];

const line = fc
	.tuple(fc.constantFrom(...BARCODES), metadataChange)
	.map(([barcode, change]) => JSON.stringify({ ...change, barcode }));
const lines = fc.array(
	fc.oneof({ weight: 9, arbitrary: line }, { weight: 1, arbitrary: fc.constant("{}") }),
	{
		maxLength: 14,
	},
);

describe.each(engines)("$name", ({ open }) => {
	let engine: OpenedEngine;
	const folder = mkdtempSync(join(tmpdir(), "packshot-dry-run-"));
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(async () => {
		await engine.close();
		rmSync(folder, { recursive: true, force: true });
	});

	function run(files: readonly (readonly string[])[], order: Partial<ImportOrder>): Promise<ImportReport> {
		const paths = files.map((each, number) => {
			const path = join(folder, `${number}.ndjson`);
			writeFileSync(path, each.join("\n"));
			return path;
		});
		const blobs = {} as BlobStore;
		return importAll({ db: engine.db, blobs, clock: systemClock }, importOrder(paths, order));
	}
	async function empty() {
		for (const table of ["product", "product_history", "product_text", "field_count"])
			await engine.execute(`delete from ${table}`);
	}

	test.each(IMPORT_MODES)("a dry run reports exactly what the import then reports: %s", async (mode) => {
		const order = fc.record({ existingOnly: fc.boolean(), exact: fc.boolean() });
		await fc.assert(
			fc.asyncProperty(
				lines,
				fc.array(lines, { minLength: 1, maxLength: 2 }),
				order,
				async (base, files, rest) => {
					await empty();
					await run([base], { exact: true });
					const planned = await run(files, { ...rest, mode, dryRun: true });
					expect(await run(files, { ...rest, mode })).toEqual(planned);
					const again = await run(files, { ...rest, mode: "fill", dryRun: true });
					expect(again.products.created).toBe(0);
				},
			),
			{ numRuns: repetitions({ gate: 10, long: 100 }) },
		);
	});

	async function brands() {
		const rows = await engine.db.read.selectFrom("product").select(["barcode", "brand"]).execute();
		return Object.fromEntries(rows.map(({ barcode, brand }) => [barcode, brand]));
	}
	const branded = (barcode: string, brand: string) => JSON.stringify({ barcode, info: { brand } });

	test("a GTIN that lost its leading zeros finds the product that was there, and the report tells it", async () => {
		await empty();
		await run([[branded("0725272730706", "A")]], {});
		const report = await run([[branded("725272730706", "B"), branded("00725272730706", "C")]], {});
		expect(await brands()).toEqual({ "0725272730706": "C" });
		expect(report).toMatchObject({
			products: { created: 0, updated: 2 },
			matched: {
				count: 2,
				first: [
					{ line: 1, barcode: "725272730706", product: "0725272730706" },
					{ line: 2, barcode: "00725272730706", product: "0725272730706" },
				],
			},
			newForms: { count: 0 },
			valuesChanged: {
				count: 2,
				first: [{ barcode: "0725272730706", before: "A", after: "B" }, { before: "B" }],
			},
		});
	});

	test("the very text comes first; with exact, it is all that counts", async () => {
		await empty();
		await run([[branded("0725272730706", "A"), branded("725272730706", "B")]], {});
		await run([[branded("725272730706", "C")]], {});
		expect(await brands()).toEqual({ "0725272730706": "A", "725272730706": "C" });
		const report = await run([[branded("00725272730706", "D")]], { exact: true });
		expect(await brands()).toMatchObject({ "00725272730706": "D" });
		expect([report.matched.count, report.newForms.count]).toEqual([0, 0]);
	});

	test("two forms that are new in one import are reported, not joined, in two files either", async () => {
		await empty();
		const files = [[branded("0725272730706", "A")], [branded("725272730706", "B")]];
		const report = await run(files, {});
		expect(await brands()).toEqual({ "0725272730706": "A", "725272730706": "B" });
		expect(report.matched.count).toBe(0);
		expect(report.newForms).toMatchObject({
			count: 1,
			first: [{ barcode: "725272730706", product: "0725272730706" }],
		});
		expect((await run(files, {})).products).toEqual({ created: 0, updated: 0, unchanged: 2 });
	});

	test("what an import created before it was interrupted is as new as the rest when it goes on", async () => {
		await empty();
		const file = [branded("0725272730706", "A"), branded("725272730706", "B")];
		await run([file.slice(0, 1)], {});
		const report = await run([file], { began: { since: 0, atMs: 0 } });
		expect(await brands()).toEqual({ "0725272730706": "A", "725272730706": "B" });
		expect(report).toMatchObject({ products: { created: 1, unchanged: 1 }, newForms: { count: 1 } });
	});

	test.each(["4011", "0725272730707"])("%s finds nothing with other leading zeros", async (barcode) => {
		await empty();
		await run([[branded(`0${barcode}`, "A")]], {});
		const report = await run([[branded(barcode, "B")]], {});
		expect([report.products.created, report.matched.count, report.newForms.count]).toEqual([1, 0, 0]);
	});
});
