import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIELDS } from "../fields/fields.ts";
import { NO_DATA } from "../fields/masks.ts";
import { METADATA_SCOPES, SCOPES, VARIANTS, variantsOf } from "../fields/scopes.ts";
import { EMPTY_RECORD, mergeRecord } from "../stored/record.ts";
import { servedProduct } from "../stored/served-product.ts";
import { metadataChange } from "../writing/metadata-change.arbitrary.ts";
import { metadataFieldsText, metadataText, variantsText, worthRequesting } from "./availability.ts";
import { answerProduct } from "./read-product.ts";

const EMPTY = { ...NO_DATA, variants: 0, image_fields: 0 };
const OPEN = { locks: [], barcodePrefixes: [], brands: [], departments: [], watermark: "required" } as const;

const product = fc.tuple(metadataChange, fc.integer({ min: 0, max: 15 })).map(([change, variants]) => ({
	barcode: change.barcode,
	...mergeRecord(EMPTY_RECORD, change, 1000).record,
	variants,
	image_meta: null,
	plain_sizes: null,
	image_sizes: null,
	image_fields: variants === 0 ? 0 : 0b1110111,
}));

describe("the availability of a product", () => {
	test("lists every scope and every field, in API order", () => {
		const metadata = JSON.parse(metadataText(EMPTY));
		const fields = JSON.parse(metadataFieldsText(EMPTY));
		expect(Object.keys(metadata)).toEqual([...METADATA_SCOPES]);
		expect(Object.keys(fields)).toEqual([...METADATA_SCOPES]);
		for (const scope of METADATA_SCOPES) expect(Object.keys(fields[scope])).toEqual([...FIELDS[scope]]);
	});

	test("reports a scope as available exactly when a read of it would be billed", () => {
		fc.assert(
			fc.property(product, (row) => {
				const everything = { scopes: new Set(SCOPES), variants: VARIANTS, sizePx: null };
				const billed = answerProduct(servedProduct(row), everything, OPEN).lineItems.map(
					({ action }) => action,
				);
				const metadata: Record<string, boolean> = JSON.parse(metadataText(row));
				for (const scope of METADATA_SCOPES) {
					expect([scope, metadata[scope]]).toEqual([scope, billed.includes(`products.get.${scope}`)]);
				}
				const worth = SCOPES.filter((scope) =>
					billed.includes(scope === "images" ? "products.get.per_image" : `products.get.${scope}`),
				);
				expect(worthRequesting(row)).toEqual(worth);
			}),
		);
	});

	test("reports no field of an unavailable scope", () => {
		fc.assert(
			fc.property(product, (row) => {
				const metadata: Record<string, boolean> = JSON.parse(metadataText(row));
				const fields: Record<string, Record<string, boolean>> = JSON.parse(metadataFieldsText(row));
				for (const scope of METADATA_SCOPES.filter((each) => !metadata[each])) {
					const { updated_at: _setByAnyScope, ...own } = fields[scope] ?? {};
					expect(Object.values(own)).not.toContain(true);
				}
			}),
		);
	});

	test("holds booleans and nothing else", () => {
		fc.assert(
			fc.property(product, (row) => {
				const words = new Set(`${metadataText(row)}${metadataFieldsText(row)}`.match(/:[^,}{]+/g));
				for (const word of words) expect([":true", ":false"]).toContain(word);
			}),
		);
	});
});

test("every variant mask maps to its list of variants", () => {
	for (let mask = 0; mask < 16; mask++) expect(JSON.parse(variantsText(mask))).toEqual(variantsOf(mask));
});
