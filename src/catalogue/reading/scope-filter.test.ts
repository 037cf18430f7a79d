import fc from "fast-check";
import { expect, test } from "vitest";
import { EMPTY_RECORD, mergeRecord, type StoredRecord } from "../stored/record.ts";
import type { ServedProduct } from "../stored/served-product.ts";
import type { MetadataChange } from "../writing/metadata-change.ts";
import { findReadable } from "./read-product.ts";
import { scopeFilter } from "./scope-filter.ts";

const label = fc.constantFrom(null, "", "Elite", "elite", "Osem");
const labels = fc.array(fc.constantFrom("", "Elite", "Osem"), { maxLength: 2 });

test("lets through exactly the products that a read by barcode lets through", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record({ brand: label, department: label }),
			fc.record({
				barcodePrefixes: fc.array(fc.constantFrom("1", "12", "20"), { maxLength: 2 }),
				brands: labels,
				departments: labels,
			}),
			async (texts, filter) => {
				const change = {
					barcode: "12345678",
					info: { brand: texts.brand },
					catalog_meta: { department: texts.department },
				};
				const product = {
					barcode: change.barcode,
					...mergeRecord(EMPTY_RECORD, change as MetadataChange, 1000).record,
				} as unknown as ServedProduct & StoredRecord;
				const reader = { ...filter, locks: [], watermark: "required" } as const;
				const read = async () => findReadable(async () => product, reader, product.barcode);
				const readable = await read().then(
					() => true,
					() => false,
				);
				expect(scopeFilter(filter)(product.barcode, product)).toBe(readable);
			},
		),
	);
});
