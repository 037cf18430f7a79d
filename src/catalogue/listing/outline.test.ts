import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { barcodeRanges } from "../barcodes/barcode-ranges.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { barcodesFrom, countPassing, listBrands, portionStarts } from "./outline.ts";
import { EVERY_PRODUCT } from "./product-filter.ts";

describe.each(engines)("on $name", ({ opened }) => {
	const engine = opened();
	beforeAll(async () => {
		const changes = Array.from({ length: 23 }, (_, place) => ({
			barcode: String(2000 + place),
			...(place < 20 ? { info: { brand: place < 5 ? "Few" : "Many" } } : {}),
		}));
		await engine.db.write(applyMetadata, { changes, existingOnly: false });
	});

	test("brands are listed by one of their products, those with most products first, and products without a brand are none", async () => {
		expect(await listBrands(engine.db, EVERY_PRODUCT, 10)).toEqual([
			{ barcode: "2005", products: 15 },
			{ barcode: "2000", products: 5 },
		]);
		expect(await listBrands(engine.db, { ...EVERY_PRODUCT, brands: ["Few"] }, 10)).toHaveLength(1);
	});

	test("products are divided into portions that are read from their first barcode on", async () => {
		const starts = await portionStarts(engine.db, EVERY_PRODUCT, 10);
		expect(starts).toEqual(["2000", "2010", "2020"]);
		const portions = await Promise.all(
			starts.map((from) => barcodesFrom(engine.db, EVERY_PRODUCT, from, 10)),
		);
		const all = portions.flatMap((portion) => portion.split(" "));
		expect(all.sort()).toEqual(Array.from({ length: 23 }, (_, place) => String(2000 + place)));
	});

	test("what a filter hides is in no count and no portion", async () => {
		const filter = { ...EVERY_PRODUCT, ranges: barcodeRanges("", ["2001", "202"]), brands: [] };
		expect(await countPassing(engine.db, filter)).toBe(4);
		expect(await portionStarts(engine.db, filter, 3)).toEqual(["2001", "2022"]);
		expect(await barcodesFrom(engine.db, filter, "2003", 10)).toMatch(/^202\d 202\d 202\d$/);
		expect(await barcodesFrom(engine.db, filter, "3", 10)).toBe("");
	});
});
