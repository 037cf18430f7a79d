import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../test/support/service.ts";
import { createDryRun } from "./dry-run.ts";
import { createPreview } from "./preview.ts";

test("shows ten products as they will be served, merged with existing data, without writing anything", async () => {
	const packshot = await startService();
	onTestFinished(() => packshot.close());
	const { db, clock } = packshot.installation;
	await packshot.product({ barcode: "4011", info: { brand: "Old" }, hechshers: [{ symbol: "OU" }] });
	const preview = createPreview();
	const dryRun = createDryRun(new Map([[5000, 2]]), preview.note);
	const literal = { fillsUp: false, edited: null, filled: new Set<string>() };
	const rules = { existingOnly: false, mode: "replace", since: 0, ...literal } as const;
	const changes = [
		{ barcode: "4011", info: { brand: "New" } },
		...Array.from({ length: 12 }, (_, place) => ({ barcode: String(5000 + place) })),
	];
	await dryRun.apply(db.read, changes, rules, clock.now());
	const more = [{ barcode: "5000", ingredients: { allergens: ["milk"] } }];
	await dryRun.apply(db.read, more, rules, clock.now());
	const served = preview.served();
	expect(served).toHaveLength(10);
	expect(served.slice(0, 2)).toMatchObject([
		{ barcode: "4011", product_meta: { brand: "New", hechshers: [{ symbol: "OU" }] } },
		{ barcode: "5000", image_meta: { front: null }, product_meta: { ingredients: { allergens: ["milk"] } } },
	]);
	const rows = await db.read.selectFrom("product").select(["barcode", "brand"]).execute();
	expect(rows).toEqual([{ barcode: "4011", brand: "Old" }]);
});
