import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { createListLookup, createProductLookup } from "./find-products.ts";

const barcodes = Array.from({ length: 500 }, (_, i) => String(10_000 + i));

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	beforeAll(async () => {
		const changes = barcodes.map((barcode) => ({ barcode }));
		await engine.db.write(applyMetadata, { changes, existingOnly: false });
	});

	test.each([1, 2, 20, 21, 100, 101, 499, 500])("finds each of %d barcodes", async (count) => {
		const asked = barcodes.slice(0, count);
		const found = await createProductLookup(engine.db, ["variants"])(asked);
		expect([...found.keys()].sort()).toEqual(asked);
		expect(found.get("10000")).toEqual({ variants: 0 });
	});

	test("barcodes that are not in the catalogue are not in the map", async () => {
		const found = await createProductLookup(engine.db, ["variants"])([
			"10001",
			"010001",
			"1000",
			"10001 ",
			"",
		]);
		expect([...found.keys()]).toEqual(["10001"]);
	});

	test("returns every column as stored in the row", async () => {
		const change = {
			barcode: "20001",
			info: { brand: "Elite" },
			nutrition: { calories: "120" },
			catalog_meta: { variety: "Gala" },
		};
		await engine.db.write(applyMetadata, { changes: [change], existingOnly: false });
		const columns = [
			"variants",
			"fields_low",
			"fields_high",
			"image_fields",
			"brand_number",
			"department_number",
		] as const;
		const row = await engine.db.read
			.selectFrom("product")
			.select(columns)
			.where("barcode", "=", "20001")
			.executeTakeFirst();
		const found = await createProductLookup(engine.db, columns)(["10000", "20001"]);
		expect(found.get("20001")).toEqual(row);
		expect(found.size).toBe(2);
	});

	test("a lookup by list takes any number of barcodes, including none", async () => {
		const find = createListLookup(engine.db, ["variants", "brand_number"]);
		const many = Array.from({ length: 12_000 }, (_, i) => String(10_250 + i)).filter(
			(each) => each !== "20001",
		);
		expect([...(await find(many)).keys()].sort()).toEqual(barcodes.filter((barcode) => barcode >= "10250"));
		expect((await find([])).size).toBe(0);
		expect((await find(["010001", "1000", "' or 1=1 --", "10001", "10001"])).get("10001")).toEqual(
			(await createProductLookup(engine.db, ["variants", "brand_number"])(["10001"])).get("10001"),
		);
	});

	test("an empty list finds nothing", async () => {
		expect((await createProductLookup(engine.db, ["variants"])([])).size).toBe(0);
	});

	test("a longer list than a request may hold is refused", async () => {
		await expect(createProductLookup(engine.db, ["variants"])([...barcodes, "4011"])).rejects.toThrow(
			"501 barcodes",
		);
	});
});
