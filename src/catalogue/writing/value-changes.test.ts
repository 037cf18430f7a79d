import { expect, test } from "vitest";
import { PRODUCT_META_SCOPES } from "../fields/scopes.ts";
import { givenMetadata } from "../stored/given-metadata.ts";
import { EMPTY_RECORD, mergeRecord } from "../stored/record.ts";
import type { MetadataChange } from "./metadata-change.ts";
import { valueChanges } from "./value-changes.ts";

const barcode = "4011";

function between(before: Omit<MetadataChange, "barcode">, after: Omit<MetadataChange, "barcode">) {
	const { record } = mergeRecord(EMPTY_RECORD, { barcode, ...before }, 1000);
	const next = mergeRecord(record, { barcode, ...after }, 2000).record;
	return valueChanges(givenMetadata(record), givenMetadata(next), PRODUCT_META_SCOPES);
}

test("names values that are erased and values that are replaced, and not those that are added", () => {
	expect(
		between(
			{
				info: { brand: "A", bracha: "hamotzi", vegan: true },
				nutrition: { sodium: { amount: "5 mg", dv: "1%" } },
			},
			{ info: { brand: "B", notes: "n", organic: true }, nutrition: { sodium: { amount: "5 mg" } } },
		),
	).toEqual([
		{ field: "info.brand", before: "A", after: "B" },
		{ field: "info.bracha", before: "hamotzi", after: null },
		{ field: "info.vegan", before: "true", after: null },
		{ field: "nutrition.sodium.dv", before: "1%", after: null },
	]);
});

test("hechshers are compared by symbol, whatever their order; a list of texts is one value", () => {
	expect(
		between(
			{
				hechshers: [{ symbol: "OU", org: "O" }, { symbol: "OK" }],
				ingredients: { allergens: ["milk", "egg"] },
			},
			{ hechshers: [{ symbol: "CRC" }, { symbol: "OU" }], ingredients: { allergens: ["milk"] } },
		),
	).toEqual([
		{ field: "hechshers.org", before: "O", after: null },
		{ field: "hechshers.symbol", before: "OK", after: null },
		{ field: "ingredients.allergens", before: "milk; egg", after: "milk" },
	]);
});

test("a scope that is removed loses all its values; the category that overrides another is one", () => {
	expect(
		between({ catalog_meta: { department: "Groceries", category: "C" } }, { catalog_meta: null }),
	).toEqual([
		{ field: "catalog_meta.department", before: "Groceries", after: null },
		{ field: "catalog_meta.category", before: "C", after: null },
	]);
});

test("an empty text is no value", () => {
	expect(between({ info: { brand: "", notes: "n" } }, { info: { brand: null, notes: "n" } })).toEqual([]);
});
