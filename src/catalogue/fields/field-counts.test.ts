import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { metadataChange } from "../writing/metadata-change.arbitrary.ts";
import type { MetadataChange } from "../writing/metadata-change.ts";
import { ALL_PRODUCTS } from "./field-counts.ts";
import { METADATA_KEYS } from "./fields.ts";
import { hasKey, NO_DATA } from "./masks.ts";

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	async function storedCounts(): Promise<Record<string, number>> {
		const rows = await engine.db.read.selectFrom("field_count").selectAll().execute();
		return Object.fromEntries(
			rows.filter((row) => row.products !== 0).map((row) => [row.field_key, row.products]),
		);
	}
	async function recounted(): Promise<Record<string, number>> {
		const rows = await engine.db.read.selectFrom("product").selectAll().execute();
		const counts = METADATA_KEYS.map((key) => [key, rows.filter((row) => hasKey(row, key)).length]);
		return Object.fromEntries(
			[[ALL_PRODUCTS, rows.length] as const, ...counts].filter(([, count]) => count !== 0),
		);
	}

	test("after any changes, the counts match the existing products", async () => {
		const fewBarcodes = fc.constantFrom("0001", "0002", "0003");
		const change = fc
			.tuple(metadataChange, fewBarcodes)
			.map(([given, barcode]): MetadataChange => ({ ...given, barcode }));
		const orders = fc.array(fc.array(change, { minLength: 1, maxLength: 5 }), { maxLength: 3 });
		await fc.assert(
			fc.asyncProperty(orders, async (given) => {
				await Promise.all(
					given.map((changes) => engine.db.write(applyMetadata, { changes, existingOnly: false })),
				);
				expect(await storedCounts()).toEqual(await recounted());
			}),
			{ numRuns: 25 },
		);
	});
});

describe("image_meta", () => {
	const row = (variants: number, imageFields: number) => ({
		...NO_DATA,
		variants,
		image_fields: imageFields,
	});

	test("is available from the first active picture on", () => {
		expect([row(0, 0), row(8, 0)].map((each) => hasKey(each, "image_meta"))).toEqual([false, true]);
	});

	test("has the fields of its stored mask", () => {
		const ownership = 0b1000;
		expect(hasKey(row(1, ownership), "image_meta.ownership")).toBe(true);
		expect(hasKey(row(1, ownership), "image_meta.photo_date")).toBe(false);
		expect(hasKey(row(1, 0xff), "image_meta.colour")).toBe(false);
	});
});
