import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../test/support/engines.ts";
import { applyMetadata } from "./apply-metadata.ts";
import { productLookup } from "./find-products.ts";

const barcodes = Array.from({ length: 500 }, (_, i) => String(10_000 + i));

describe.each(engines)("$name", ({ open }) => {
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open();
		const changes = barcodes.map((barcode) => ({ barcode }));
		await engine.db.write(applyMetadata, { changes, existingOnly: false, nowMs: 1000 });
	});
	afterAll(() => engine.close());

	test.each([1, 2, 20, 21, 100, 101, 499, 500])("finds each of %d barcodes", async (count) => {
		const asked = barcodes.slice(0, count);
		const found = await productLookup(engine.db, ["variants"])(asked);
		expect([...found.keys()].sort()).toEqual(asked);
		expect(found.get("10000")).toEqual({ barcode: "10000", variants: 0 });
	});

	test("what is not in the catalogue is not in the map", async () => {
		const found = await productLookup(engine.db, ["digits"])(["10001", "010001", "1000", "10001 "]);
		expect([...found]).toEqual([["10001", { barcode: "10001", digits: 5 }]]);
	});

	test("a list of nothing finds nothing", async () => {
		expect((await productLookup(engine.db, ["digits"])([])).size).toBe(0);
	});

	test("a longer list than a request may hold is refused", async () => {
		await expect(productLookup(engine.db, ["digits"])([...barcodes, "4011"])).rejects.toThrow("501 barcodes");
	});
});
