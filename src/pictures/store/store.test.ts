import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { imageRow } from "../../../test/support/image-row.ts";
import { repetitions } from "../../../test/support/thoroughness.ts";
import { ALL_PRODUCTS } from "../../catalogue/fields/field-counts.ts";
import { METADATA_KEYS } from "../../catalogue/fields/fields.ts";
import { hasKey } from "../../catalogue/fields/masks.ts";
import { VARIANTS, type Variant } from "../../catalogue/fields/scopes.ts";
import { applyMetadata } from "../../catalogue/writing/apply-metadata.ts";
import { remove } from "./remove.ts";
import { activeImage, activeImageRead, addImage, type NewImage, outdatedImages } from "./store.ts";

describe.each(engines)("$name", ({ opened }) => {
	const clock = testClock(1000);
	const engine = opened(clock);

	function add(row: Partial<NewImage["row"]>, how: Partial<NewImage> = {}) {
		clock.set(row.created_at ?? 1000);
		return engine.db.write(addImage, {
			row: imageRow(row),
			uploadOffsetMinutes: 0,
			existingOnly: false,
			...how,
		});
	}
	function take(barcode: string, variant: Variant | null) {
		clock.set(9000);
		return engine.db.write(remove, { barcode, variant, uploadOffsetMinutes: 0 });
	}
	const productOf = (barcode: string) =>
		engine.db.read.selectFrom("product").selectAll().where("barcode", "=", barcode).executeTakeFirst();
	const versionsOf = (barcode: string) =>
		engine.db.read
			.selectFrom("image")
			.select(["original_sha256", "variant", "active"])
			.where("barcode", "=", barcode)
			.orderBy("created_at")
			.execute();
	const metaOf = async (barcode: string) => JSON.parse((await productOf(barcode))?.image_meta ?? "null");
	const deliverable = (barcode: string, variant: Variant) =>
		activeImageRead(engine.db)({ barcode, variant, sizePx: null });

	describe("adding", () => {
		test("a picture of an unknown barcode creates a product without metadata", async () => {
			expect(await add({ barcode: "1001", variant: "back", created_at: 5000 })).toBe("created");
			expect(await productOf("1001")).toMatchObject({
				digits: 4,
				info: null,
				fields_low: 0,
				variants: 2,
				images_changed_at: 5000,
				changed_at: 5000,
			});
			expect(await metaOf("1001")).toEqual({
				front: null,
				back: expect.objectContaining({ resolution: "800x600" }),
				front_clean: null,
				back_clean: null,
			});
		});

		test("existingOnly skips an unknown barcode", async () => {
			expect(await add({ barcode: "1002" }, { existingOnly: true })).toBe("unknown_product");
			expect([await productOf("1002"), await versionsOf("1002")]).toEqual([undefined, []]);
		});

		test("the same bytes under the same watermark change nothing", async () => {
			const picture = { barcode: "1004", original_sha256: "a", watermark_version: "w" };
			await add({ ...picture, created_at: 6000 });
			expect(await add({ ...picture, created_at: 7000 })).toBe("unchanged");
			expect(await versionsOf("1004")).toHaveLength(1);
			expect((await productOf("1004"))?.changed_at).toBe(6000);
		});

		test("other bytes or another watermark make a new version; the previous one stays", async () => {
			const picture = { barcode: "1005", original_sha256: "a", watermark_version: "w" };
			await add({ ...picture, watermarked_blob: "pictures/first" });
			expect(await add({ ...picture, original_sha256: "b", created_at: 2000 })).toBe("updated");
			const third = { watermark_version: "x", watermarked_blob: "pictures/third", created_at: 3000 };
			expect(await add({ ...picture, original_sha256: "b", ...third })).toBe("updated");
			expect((await versionsOf("1005")).map(({ active }) => active)).toEqual([0, 0, 1]);
			expect((await deliverable("1005", "front"))?.watermarked_blob).toBe("pictures/third");
			expect(await activeImage(engine.db.read, "1005", "front")).toMatchObject({
				image_id: expect.any(String),
				original_sha256: "b",
				watermark_version: "x",
				adjustment: null,
			});
		});

		test("concurrent pictures of one variant leave one active", async () => {
			const picture = { barcode: "1006", variant: "front_clean" };
			await Promise.all(["a", "b", "c"].map((sha) => add({ ...picture, original_sha256: sha })));
			const versions = await versionsOf("1006");
			expect([versions.length, versions.filter(({ active }) => active === 1).length]).toEqual([3, 1]);
		});

		test("a picture made from a version that is no longer active is superseded", async () => {
			const picture = { barcode: "1010", original_sha256: "a" };
			const first = imageRow({ ...picture, image_id: "01first" });
			await add(first);
			const again = { ...picture, watermark_version: "x" };
			expect(await add({ ...again, created_at: 2000 }, { madeFrom: "01first" })).toBe("updated");
			const late = { ...picture, watermark_version: "y" };
			expect(await add({ ...late, created_at: 3000 }, { madeFrom: "01first" })).toBe("superseded");
			await take("1010", "front");
			expect(await add({ ...late, created_at: 4000 }, { madeFrom: "01first" })).toBe("superseded");
			expect(await deliverable("1010", "front")).toBeUndefined();
		});

		test("each variant is stored independently", async () => {
			await Promise.all(VARIANTS.map((variant) => add({ barcode: "1007", variant })));
			expect((await productOf("1007"))?.variants).toBe(15);
		});

		test("a product with metadata keeps it, and its updated_at", async () => {
			const change = { barcode: "1008", info: { brand: "A" } };
			clock.set(10_500);
			await engine.db.write(applyMetadata, { changes: [change], existingOnly: false });
			await add({ barcode: "1008", created_at: 18_000 });
			expect(await productOf("1008")).toMatchObject({
				brand: "A",
				updated_at: 10_500,
				changed_at: 10_500,
				images_changed_at: 18_000,
			});
			await add({ barcode: "1009", created_at: 18_000 });
			clock.set(19_000);
			await engine.db.write(applyMetadata, {
				changes: [{ barcode: "1009", info: {} }],
				existingOnly: false,
			});
			expect(await productOf("1009")).toMatchObject({ variants: 1, changed_at: 19_000 });
		});
	});

	test("outdated pictures are the active ones under another watermark, page by page", async () => {
		const ids = ["zz1", "zz2", "zz3", "zz4"];
		for (const [place, image_id] of ids.entries()) {
			const watermark_version = image_id === "zz2" ? "new" : "old";
			await add({ image_id, barcode: `400${place}`, watermark_version });
		}
		await take("4002", "front");
		const found: string[][] = [];
		for await (const page of outdatedImages(engine.db, "new", 1)) found.push(page.map((row) => row.image_id));
		expect(found.filter(([imageId]) => imageId?.startsWith("zz"))).toEqual([["zz1"], ["zz4"]]);
	});

	describe("removing", () => {
		test("one picture leaves the others, and keeps its row for attribution", async () => {
			await Promise.all([add({ barcode: "2001" }), add({ barcode: "2001", variant: "back" })]);
			expect(await take("2001", "front")).toBe("removed");
			expect(await deliverable("2001", "front")).toBeUndefined();
			expect(await deliverable("2001", "back")).toBeDefined();
			expect((await metaOf("2001")).front).toBeNull();
			expect(await versionsOf("2001")).toHaveLength(2);
			expect(await take("2001", "front")).toBe("no_variant");
		});

		test("the last picture leaves the product without image_meta", async () => {
			await add({ barcode: "2002" });
			await take("2002", "front");
			expect(await productOf("2002")).toMatchObject({ variants: 0, image_meta: null, image_fields: 0 });
		});

		test("a product removes its pictures too; imported again, it is new", async () => {
			await add({ barcode: "2003", original_sha256: "a" });
			expect(await take("2003", null)).toBe("removed");
			expect([await productOf("2003"), await deliverable("2003", "front")]).toEqual([undefined, undefined]);
			expect(await take("2003", null)).toBe("no_product");
			expect(await add({ barcode: "2003", original_sha256: "a", created_at: 2000 })).toBe("created");
			expect((await versionsOf("2003")).map(({ active }) => active)).toEqual([0, 1]);
		});

		test("a missing product and a missing picture are distinguished", async () => {
			expect([await take("2999", null), await take("2999", "front")]).toEqual(["no_product", "no_variant"]);
		});
	});

	test("after any changes, masks and counts match the active pictures", async () => {
		const barcode = fc.constantFrom("3001", "3002");
		const variant = fc.constantFrom(...VARIANTS);
		const picture = fc.record({
			barcode,
			variant,
			original_sha256: fc.constantFrom("a", "b"),
			ownership: fc.constantFrom(null, "Studio North"),
			uploaded_by: fc.constantFrom(null, "photographer"),
		});
		const step = fc.oneof(
			picture.map((row) => () => add(row)),
			fc.tuple(barcode, fc.option(variant)).map((gone) => () => take(...gone)),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
				await Promise.all(steps.map((run) => run()));
				const products = await engine.db.read.selectFrom("product").selectAll().execute();
				const active = await engine.db.read.selectFrom("image").selectAll().where("active", "=", 1).execute();
				for (const product of products) {
					const pictures = active.filter((row) => row.barcode === product.barcode);
					expect(product.variants.toString(2).replaceAll("0", "")).toHaveLength(pictures.length);
					for (const [field, column] of [
						["image_meta", "barcode"],
						["image_meta.ownership", "ownership"],
						["image_meta.uploaded_by", "uploaded_by"],
					] as const) {
						expect(hasKey(product, field)).toBe(pictures.some((row) => row[column] !== null));
					}
				}
				const kept = await engine.db.read.selectFrom("field_count").selectAll().execute();
				for (const key of [ALL_PRODUCTS, ...METADATA_KEYS]) {
					const counted = products.filter((row) => key === ALL_PRODUCTS || hasKey(row, key)).length;
					const count = kept.find((row) => row.field_key === key)?.products ?? 0;
					expect([key, count]).toEqual([key, counted]);
				}
			}),
			{ numRuns: repetitions({ gate: 8, long: 25 }) },
		);
	});
});
