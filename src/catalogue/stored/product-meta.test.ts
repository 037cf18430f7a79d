import fc from "fast-check";
import { expect, test } from "vitest";
import { FIELDS } from "../fields/fields.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope } from "../fields/scopes.ts";
import { fieldsOfKind, metadataChange } from "../writing/metadata-change.arbitrary.ts";
import type { MetadataChange } from "../writing/metadata-change.ts";
import { metaMembers, productMetaText } from "./product-meta.ts";
import { EMPTY_RECORD, mergeRecord } from "./record.ts";

const full = mergeRecord(
	EMPTY_RECORD,
	{
		barcode: "01234567",
		info: { brand: "A", bracha: "haetz", vegan: true },
		hechshers: [{ symbol: "OU", dairy_meat_pareve: "pareve" }],
		nutrition: { calories: "10", sodium: { amount: "<5 mg" } },
		ingredients: { ingredients_text: "Dates" },
		catalog_meta: { department: "Produce" },
	},
	1000,
).record;

function meta(scopes: readonly ProductMetaScope[], locked: [ProductMetaScope, string[]][] = []) {
	return JSON.parse(productMetaText(metaMembers(full), new Set(scopes), new Map(locked)));
}

/** How an import is served according to the interface, written independently of the code. */
function expected({ info, hechshers, nutrition, ingredients, catalog_meta }: MetadataChange): unknown {
	const withDefault = (fields: readonly string[], given: object | null | undefined, missing: unknown) =>
		Object.fromEntries(fields.map((field) => [field, Reflect.get(given ?? {}, field) ?? missing]));
	const time = "1970-01-01T00:00:01.000Z";
	const holds = (value: unknown) => value !== null && value !== undefined && value !== "";
	const holdsAny = (value: unknown): boolean =>
		typeof value === "object" && value !== null ? Object.values(value).some(holdsAny) : holds(value);
	const panel = holdsAny(nutrition) ? nutrition : null;
	const hasMerchandising = holdsAny(catalog_meta);
	const { allergens = [], ...statements } = ingredients ?? {};
	const any =
		info ||
		panel ||
		hechshers?.length ||
		allergens.length ||
		Object.values(statements).some(holds) ||
		hasMerchandising;
	return {
		...withDefault(FIELDS.info, info, null),
		...withDefault(fieldsOfKind("info", "flag"), info, false),
		...(catalog_meta?.web_description ? { product_description: catalog_meta.web_description } : {}),
		...(catalog_meta?.category ? { category: catalog_meta.category } : {}),
		scanned_at: info ? time : null,
		updated_at: any ? time : null,
		hechshers: (hechshers ?? []).map((hechsher) => withDefault(FIELDS.hechshers, hechsher, null)),
		nutrition: panel
			? {
					...withDefault(FIELDS.nutrition, panel, null),
					...Object.fromEntries(
						fieldsOfKind("nutrition", "nutrient").map((field) => [
							field,
							withDefault(["amount", "dv"], Reflect.get(panel, field), null),
						]),
					),
				}
			: null,
		ingredients: {
			...withDefault(FIELDS.ingredients, ingredients, null),
			allergens: ingredients?.allergens ?? [],
		},
		...withDefault(
			FIELDS.catalog_meta,
			holdsAny({ ...catalog_meta, category: null }) ? catalog_meta : null,
			null,
		),
	};
}

test("metadata is served as imported, with every field present", () => {
	fc.assert(
		fc.property(metadataChange, (change) => {
			const { record } = mergeRecord(EMPTY_RECORD, change, 1000);
			expect(JSON.parse(productMetaText(metaMembers(record), new Set(PRODUCT_META_SCOPES)))).toEqual(
				expected(change),
			);
		}),
	);
});

test("only the requested scopes are present, in API order", () => {
	expect(Object.keys(meta(["catalog_meta", "hechshers"]))).toEqual(["hechshers", ...FIELDS.catalog_meta]);
	expect(Object.keys(meta(PRODUCT_META_SCOPES))).toEqual([
		...FIELDS.info,
		"hechshers",
		"nutrition",
		"ingredients",
		...FIELDS.catalog_meta,
	]);
	expect(meta([])).toEqual({});
});

test("a product without metadata is served in empty shapes", () => {
	const empty = JSON.parse(productMetaText(metaMembers(EMPTY_RECORD), new Set(PRODUCT_META_SCOPES)));
	expect(empty).toEqual(expected({ barcode: "01234567" }));
	expect(empty).toMatchObject({ hechshers: [], nutrition: null, vegan: false, updated_at: null });
});

test("locked fields are omitted, the others unchanged", () => {
	const locked = meta(PRODUCT_META_SCOPES, [
		["info", ["brand", "updated_at"]],
		["nutrition", ["sodium"]],
		["ingredients", ["allergens"]],
		["catalog_meta", ["department"]],
	]);
	const open = meta(PRODUCT_META_SCOPES);
	delete open.brand;
	delete open.updated_at;
	delete open.nutrition.sodium;
	delete open.ingredients.allergens;
	delete open.department;
	expect(locked).toEqual(open);
});

test("locks on scopes that were not requested or have no data have no effect", () => {
	expect(meta(["hechshers"], [["info", ["brand"]]])).toEqual(meta(["hechshers"]));
	const bare = productMetaText(
		metaMembers(EMPTY_RECORD),
		new Set(["nutrition"] as const),
		new Map([["nutrition", ["sodium"]]]),
	);
	expect(bare).toBe('{"nutrition":null}');
});

test("a scope with all its fields locked leaves valid JSON", () => {
	const locked: [ProductMetaScope, string[]][] = [["catalog_meta", [...FIELDS.catalog_meta]]];
	expect(meta(["catalog_meta"], locked)).toEqual({});
	expect(Object.keys(meta(["hechshers", "catalog_meta"], locked))).toEqual(["hechshers"]);
});
