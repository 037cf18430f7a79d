import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../test/support/service.ts";
import { createPreview } from "./preview.ts";

test("shows ten products as they will be served, merged with existing data, without writing anything", async () => {
	const packshot = await startService();
	onTestFinished(() => packshot.close());
	const { db, clock } = packshot.installation;
	await packshot.product({ barcode: "4011", info: { brand: "Old" }, hechshers: [{ symbol: "OU" }] });
	const preview = createPreview(clock.now());
	preview.note({ barcode: "4011", info: { brand: "New" } });
	for (let barcode = 5000; barcode < 5012; barcode++) preview.note({ barcode: String(barcode) });
	preview.note({ barcode: "5000", ingredients: { allergens: ["milk"] } });
	const served = await preview.served(db);
	expect(served).toHaveLength(10);
	expect(served.slice(0, 2)).toMatchObject([
		{ barcode: "4011", product_meta: { brand: "New", hechshers: [{ symbol: "OU" }] } },
		{ barcode: "5000", image_meta: { front: null }, product_meta: { ingredients: { allergens: ["milk"] } } },
	]);
	const rows = await db.read.selectFrom("product").select(["barcode", "brand"]).execute();
	expect(rows).toEqual([{ barcode: "4011", brand: "Old" }]);
});
