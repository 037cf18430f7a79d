import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../test/support/engines.ts";
import { testPicture } from "../../test/support/picture.ts";
import { gtinOf } from "../catalogue/barcodes/gtin.ts";
import { openDiskBlobs } from "../platform/blobs/disk.ts";
import { systemClock } from "../platform/time/clock.ts";
import { importAll } from "./import.ts";
import type { ImportOrder, ImportWatch } from "./import-order.ts";
import { importOrder } from "./order.fixture.ts";
import type { ImportReport } from "./report.ts";

/** As the products have them, and as a spreadsheet leaves them. */
const WHOLE = ["0000105000011", "0000105000042", "0001050000110", "0072527273070"].map((digits) =>
	gtinOf(digits.slice(0, -1)).slice(1),
);
const SHORT = WHOLE.map((barcode) => barcode.replace(/^0+/, ""));
const FILLED = SHORT.map((barcode) => barcode.padStart(12, "0"));

describe.each(engines)("$name", ({ open }) => {
	let engine: OpenedEngine;
	const folder = mkdtempSync(join(tmpdir(), "packshot-lost-zeros-"));
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(async () => {
		await engine.close();
		rmSync(folder, { recursive: true, force: true });
	});
	beforeEach(async () => {
		for (const table of ["image", "product", "product_history", "product_text", "field_count"])
			await engine.execute(`delete from ${table}`);
		rmSync(join(folder, "in"), { recursive: true, force: true });
		mkdirSync(join(folder, "in"));
	});

	async function bring(more: Partial<ImportOrder> = {}, watch: ImportWatch = {}): Promise<ImportReport> {
		const order = importOrder([join(folder, "in")], { mode: "merge", ...more });
		const stores = { db: engine.db, blobs: openDiskBlobs(join(folder, "blobs")), clock: systemClock };
		return importAll(stores, order, watch);
	}
	const table = (barcodes: readonly string[], name = "a.csv") =>
		writeFileSync(
			join(folder, "in", name),
			["barcode,info.brand", ...barcodes.map((barcode) => `${barcode},B`)].join("\n"),
		);
	async function products(): Promise<string[]> {
		const rows = await engine.db.read.selectFrom("product").select("barcode").orderBy("barcode").execute();
		return rows.map(({ barcode }) => barcode);
	}

	test("a column whose numbers lost their zeros is filled up, and again means the same products", async () => {
		table([...SHORT, "4963406", "4011"]);
		const planned = await bring({ dryRun: true });
		const report = await bring();
		expect(report).toMatchObject({
			products: { created: 6 },
			filledUp: { count: 5, first: [{ line: 2, barcode: SHORT[0], product: FILLED[0] }, {}, {}, {}, {}] },
			matched: { count: 0 },
			looksShortened: { count: 0 },
		});
		expect(planned).toEqual(report);
		expect(planned.newProducts).toMatchObject({
			count: 6,
			first: [{ line: 2, barcode: FILLED[0] }, {}, {}, {}, {}, {}],
		});
		expect(await products()).toEqual([...FILLED, "04963406", "4011"].sort());
		expect(await bring()).toMatchObject({
			products: { created: 0, updated: 0, unchanged: 6 },
			filledUp: { count: 5 },
			matched: { count: 0 },
		});
	});

	test("so is one of which one cell in ten is wrong, that cell included", async () => {
		const right = Array.from({ length: 9 }, (_, at) =>
			gtinOf(`0010500${String(1000 + at)}`).replace(/^0+/, ""),
		);
		table([...right, "105000012"]);
		expect(await bring()).toMatchObject({
			filledUp: { count: 10 },
			wrongCheckDigits: { count: 1, first: [{ line: 11, barcode: "105000012" }] },
		});
		expect(await products()).toContain("000105000012");
		expect((await bring()).products.unchanged).toBe(10);
	});

	test("where more cells are wrong, all stay, and the report says which look like it", async () => {
		table([SHORT[0] ?? "", "105000012"]);
		expect(await bring()).toMatchObject({
			filledUp: { count: 0 },
			looksShortened: { count: 1, first: [{ line: 2, barcode: SHORT[0], product: FILLED[0] }] },
		});
		expect(await products()).toEqual([SHORT[0], "105000012"].sort());
	});

	test("a product stored short is meant by its very text; one stored in full is found", async () => {
		table(SHORT.slice(0, 1));
		await bring({ exact: true });
		writeFileSync(join(folder, "in", "a.csv"), `barcode,info.brand\n${WHOLE[1]},B`);
		await bring();
		table(SHORT.slice(0, 2));
		expect(await bring()).toMatchObject({
			products: { created: 0, unchanged: 2 },
			filledUp: { count: 1 },
			matched: { count: 1, first: [{ barcode: SHORT[1], product: WHOLE[1] }] },
		});
	});

	test("with exact, nothing is filled up or counted", async () => {
		table(SHORT);
		expect(await bring({ exact: true })).toMatchObject({
			filledUp: { count: 0 },
			looksShortened: { count: 0 },
		});
		expect(await products()).toEqual([...SHORT].sort());
	});

	test.each(["a", "z"])(
		"pictures and tables with full barcodes join the products that were filled up (pictures as %s)",
		async (name) => {
			mkdirSync(join(folder, "in", name));
			const { original } = await testPicture("front", {}, Date.now());
			writeFileSync(join(folder, "in", name, `${WHOLE[0]}_front.png`), original);
			writeFileSync(join(folder, "in", name, `0${WHOLE[1]}_C1N1.png`), original);
			table(SHORT, "m.csv");
			table(WHOLE, "n.csv");
			const planned = await bring({ dryRun: true });
			const report = await bring();
			expect(report.products.created).toBe(4);
			expect(await products()).toHaveLength(4);
			expect([planned.products, planned.matched, planned.newProducts.count]).toEqual([
				report.products,
				report.matched,
				4,
			]);
			expect(planned.onlyPictured.count).toBe(0);
			expect((await bring()).products).toMatchObject({ created: 0, updated: 0 });
		},
	);

	test("a product that a picture alone makes is listed; one stored short is found", async () => {
		table(["10894", "9800200405"]);
		await bring({ exact: true });
		rmSync(join(folder, "in", "a.csv"));
		const { original } = await testPicture("front", {}, Date.now());
		for (const name of ["00010894_1.png", "00009800200405_C1N1.png", "96385074_front.png"])
			writeFileSync(join(folder, "in", name), original);
		const report = await bring({ dryRun: true });
		expect(report).toMatchObject({
			products: { created: 1 },
			onlyPictured: { count: 1, first: [{ barcode: "96385074" }] },
		});
		await bring();
		expect(await products()).toEqual(["10894", "96385074", "9800200405"]);
	});

	test("a UPC-A and its UPC-E are one product, with and without the zero", async () => {
		table(["04963406"]);
		await bring();
		for (const form of ["049000006346", "4963406", "0049000006346"]) {
			table([form]);
			expect((await bring()).products).toMatchObject({ created: 0, unchanged: 1 });
		}
	});

	test("barcodes with a wrong check digit are counted before anything is imported", async () => {
		table(["725272730706", "725272730707", "4011", "96385075"]);
		const { original } = await testPicture("front", {}, Date.now());
		writeFileSync(join(folder, "in", "725272730708_front.png"), original);
		let seen: unknown;
		const onSurveyed = ({ wrongCheckDigits, products }: ImportReport) => {
			seen = structuredClone([wrongCheckDigits.first, products.created]);
		};
		await bring({}, { onSurveyed });
		expect(seen).toMatchObject([
			[{ barcode: "725272730708" }, { line: 3, barcode: "725272730707" }, { line: 5, barcode: "96385075" }],
			0,
		]);
	});
});
