import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PRODUCT_META_SCOPES } from "../fields/scopes.ts";
import { givenMetadata } from "../stored/given-metadata.ts";
import { EMPTY_RECORD, mergeRecord, type StoredRecord } from "../stored/record.ts";
import { changeInMode, type ImportMode } from "./import-mode.ts";
import { metadataChange } from "./metadata-change.arbitrary.ts";
import type { MetadataChange } from "./metadata-change.ts";
import { valueChanges } from "./value-changes.ts";

type Scopes = Omit<MetadataChange, "barcode">;

const barcode = "0725272730706";

function applied(mode: ImportMode, record: StoredRecord, change: Scopes): StoredRecord {
	const meant = changeInMode(mode, () => givenMetadata(record), { barcode, ...change });
	return mergeRecord(record, meant, 1000).record;
}

/** A product as somebody curated it, after a change. */
function curated(mode: ImportMode, change: Scopes) {
	return givenMetadata(applied(mode, applied("replace", EMPTY_RECORD, CURATED), change));
}

const CURATED: Scopes = {
	info: { brand: "Golden Sheaf", product_name: "Matzah", bracha: "hamotzi", vegan: true },
	hechshers: [
		{ symbol: "OU", org: "Orthodox Union", dairy_meat_pareve: "pareve" },
		{ symbol: "Star-K", org: "Star-K" },
	],
	nutrition: { calories: "110", sodium: { amount: "5 mg", dv: "1%" } },
	ingredients: { ingredients_text: "Wheat, water", allergens: ["wheat"] },
	catalog_meta: { department: "Groceries", category: "Crackers", web_description: "Crisp" },
};
const BEFORE = curated("merge", {});

describe.each(["merge", "fill"] as const)("%s", (mode) => {
	test("a scope that is absent stays", () => {
		expect(curated(mode, { info: { notes: "n" } })).toEqual({
			...BEFORE,
			info: { ...BEFORE.info, notes: "n" },
		});
	});

	test("null, an empty text, an empty list and an empty panel erase nothing", () => {
		expect(
			curated(mode, {
				info: { brand: null, product_name: "", bracha: "" },
				hechshers: [],
				nutrition: { calories: "", sodium: { amount: null, dv: "" }, iron: {} },
				ingredients: { ingredients_text: null, allergens: [] },
				catalog_meta: { department: null, category: "", web_description: null },
			}),
		).toEqual(BEFORE);
	});

	test("null for a whole scope erases nothing", () => {
		const nothing = Object.fromEntries(PRODUCT_META_SCOPES.map((scope) => [scope, null]));
		expect(curated(mode, nothing)).toEqual(BEFORE);
	});

	test("whatever is given, no stored value is erased, but items of a list that is given", () => {
		fc.assert(
			fc.property(metadataChange, metadataChange, (base, change) => {
				const record = applied("replace", EMPTY_RECORD, base);
				const [before, after] = [givenMetadata(record), givenMetadata(applied(mode, record, change))];
				const erased = valueChanges(before, after, PRODUCT_META_SCOPES).filter(
					({ field, after: next, before: old }) =>
						next === null && !(mode === "merge" && (field.startsWith("hechshers") || old === "true")),
				);
				expect(erased).toEqual([]);
			}),
		);
	});

	test("applied again, it changes nothing", () => {
		fc.assert(
			fc.property(metadataChange, metadataChange, (base, change) => {
				const once = applied(mode, applied("replace", EMPTY_RECORD, base), change);
				expect(applied(mode, once, change)).toEqual(once);
			}),
		);
	});
});

describe("replace", () => {
	test("a scope that is absent stays, null removes it, a given one is replaced completely", () => {
		expect(curated("replace", { info: { brand: "B" }, nutrition: null })).toEqual({
			...BEFORE,
			info: { ...givenMetadata(applied("replace", EMPTY_RECORD, { info: { brand: "B" } })).info },
			nutrition: null,
		});
	});
});

describe("merge", () => {
	test("given values win, and the others stay, within a nutrient too", () => {
		const after = curated("merge", {
			info: { brand: "Elite", vegan: false },
			nutrition: { sodium: { amount: "7 mg" }, iron: { dv: "2%" } },
			ingredients: { allergens: ["wheat", "sesame"] },
			catalog_meta: { category: "Matzah" },
		});
		expect(after).toEqual({
			...BEFORE,
			info: { ...BEFORE.info, brand: "Elite", vegan: false },
			nutrition: {
				...BEFORE.nutrition,
				sodium: { amount: "7 mg", dv: "1%" },
				iron: { amount: null, dv: "2%" },
			},
			ingredients: { ...BEFORE.ingredients, allergens: ["wheat", "sesame"] },
			catalog_meta: { ...BEFORE.catalog_meta, category: "Matzah" },
		});
	});

	test("a given list of hechshers wins; one of the same symbol keeps the fields that are not given", () => {
		expect(curated("merge", { hechshers: [{ symbol: "OU", dairy_meat_pareve: "dairy" }] }).hechshers).toEqual(
			[{ ...(BEFORE.hechshers as object[])[0], dairy_meat_pareve: "dairy" }],
		);
	});
});

describe("fill", () => {
	const scraped: Scopes = {
		info: { brand: "Elite", notes: "n", bracha: "mezonos", vegan: false, organic: true },
		hechshers: [{ symbol: "OK" }],
		nutrition: { calories: "1", iron: { amount: "1 mg" } },
		ingredients: { contains_statement: "Contains: wheat", allergens: ["sesame"] },
		catalog_meta: { department: "Dairy & Eggs", subcategory: "Matzah" },
	};

	test("takes texts one by one where they are empty, and nothing of a scope that is partly there", () => {
		expect(curated("fill", scraped)).toEqual({
			...BEFORE,
			info: { ...BEFORE.info, notes: "n" },
			catalog_meta: { ...BEFORE.catalog_meta, subcategory: "Matzah" },
		});
	});

	test("takes everything where nothing is stored, booleans included", () => {
		const filled = givenMetadata(applied("fill", EMPTY_RECORD, scraped));
		expect(filled).toEqual(givenMetadata(applied("replace", EMPTY_RECORD, scraped)));
	});

	test("fills in for empty texts, an empty panel and empty ingredients, which are no data", () => {
		const empty: Scopes = {
			info: { brand: "" },
			nutrition: { calories: "" },
			ingredients: { ingredients_text: "" },
			hechshers: [],
		};
		const { info, ...rest } = givenMetadata(
			applied("fill", applied("replace", EMPTY_RECORD, empty), scraped),
		);
		const { info: whole, ...others } = givenMetadata(applied("replace", EMPTY_RECORD, scraped));
		expect(rest).toEqual(others);
		expect(info).toEqual({ ...whole, organic: false });
	});
});
