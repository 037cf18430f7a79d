import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIELDS } from "../fields/fields.ts";
import { hasKey } from "../fields/masks.ts";
import { PRODUCT_META_SCOPES } from "../fields/scopes.ts";
import { metadataChange } from "../writing/metadata-change.arbitrary.ts";
import type { MetadataChange } from "../writing/metadata-change.ts";
import { metaMembers, productMetaText } from "./product-meta.ts";
import { EMPTY_RECORD, mergeRecord, type StoredRecord } from "./record.ts";

const barcode = "01234567";

function imported(...changes: Omit<MetadataChange, "barcode">[]): StoredRecord {
	return changes.reduce<StoredRecord>(
		(record, change, index) => mergeRecord(record, { barcode, ...change }, 1000 * (index + 1)).record,
		EMPTY_RECORD,
	);
}

function served(record: StoredRecord): Record<string, unknown> {
	return JSON.parse(productMetaText(metaMembers(record), new Set(PRODUCT_META_SCOPES)));
}

describe("merging", () => {
	test("keeps an absent scope, removes a null one and replaces a given one entirely", () => {
		const first = imported({
			info: { brand: "A", notes: "n" },
			ingredients: { allergens: ["milk"] },
			nutrition: { calories: "10" },
		});
		const { record } = mergeRecord(first, { barcode, info: { brand: "B" }, nutrition: null }, 5000);
		expect(served(record)).toMatchObject({ brand: "B", notes: null, nutrition: null });
		expect(record.ingredients).toBe(first.ingredients);
		expect([record.nutrition, record.brand]).toEqual([null, "B"]);
	});

	test("changes nothing when repeated, not even the times", () => {
		fc.assert(
			fc.property(metadataChange, metadataChange, (base, change) => {
				const start = mergeRecord(EMPTY_RECORD, base, 1000).record;
				const once = mergeRecord(start, change, 2000);
				const twice = mergeRecord(once.record, change, 3000);
				expect(twice.changed).toBe(false);
				expect(twice.record).toEqual(once.record);
			}),
		);
	});

	test("treats an omitted field like null", () => {
		const record = imported({ info: { brand: "A" }, nutrition: { sodium: { amount: "1 mg" } } });
		const spelledOut = {
			barcode,
			info: { brand: "A", notes: null },
			nutrition: { sodium: { amount: "1 mg", dv: null } },
		};
		expect(mergeRecord(record, spelledOut, 9000).changed).toBe(false);
	});

	test("does not mutate the original record", () => {
		const before = Object.freeze(imported({ info: { brand: "A" } }));
		expect(mergeRecord(before, { barcode, info: null }, 2000).record.info).toBeNull();
	});
});

describe("times", () => {
	test("scanned_at is when info first arrived, updated_at when any scope last changed", () => {
		const record = imported(
			{ info: { brand: "A" } },
			{ hechshers: [{ symbol: "OU" }] },
			{ info: { brand: "B" } },
		);
		expect(served(record)).toMatchObject({
			scanned_at: "1970-01-01T00:00:01.000Z",
			updated_at: "1970-01-01T00:00:03.000Z",
		});
	});

	test("removing info clears scanned_at, and counts as an update", () => {
		const record = imported({ info: { brand: "A" } }, { info: null });
		expect([record.scanned_at, record.updated_at]).toEqual([null, 2000]);
		expect(served(record)).toMatchObject({ scanned_at: null, updated_at: null });
	});

	test("a product without any metadata has no times", () => {
		const { record, changed } = mergeRecord(EMPTY_RECORD, { barcode, hechshers: null }, 1000);
		expect([changed, record]).toEqual([false, EMPTY_RECORD]);
	});
});

describe("overrides", () => {
	const info = { product_description: "scanned", category: "scanned" };

	test("web_description and category of the catalogue replace the scanned ones", () => {
		const record = imported({ info }, { catalog_meta: { web_description: "copy", category: "set" } });
		expect(served(record)).toMatchObject({
			product_description: "copy",
			category: "set",
			web_description: "copy",
		});
	});

	test("it does not matter which side is imported first, or whether both are imported at once", () => {
		const catalog_meta = { web_description: "copy", category: "set", department: "Produce" } as const;
		const [first, second, together] = [
			imported({ info }, { catalog_meta }),
			imported({ catalog_meta }, { info }),
			imported({ info, catalog_meta }),
		].map((record) =>
			productMetaText(metaMembers({ ...record, scanned_at: 0, updated_at: 0 }), new Set(PRODUCT_META_SCOPES)),
		);
		expect([first, second]).toEqual([together, together]);
	});

	test("the scanned values return when the override is removed", () => {
		const overridden = imported({ info }, { catalog_meta: { web_description: "copy", category: "set" } });
		const { record } = mergeRecord(overridden, { barcode, catalog_meta: null }, 5000);
		expect(served(record)).toMatchObject(info);
		expect(record.info_as_given).toBeNull();
	});

	test("a new category is a change even when no other catalogue field differs", () => {
		const overridden = imported({ info, catalog_meta: { category: "set" } });
		const { record, changed } = mergeRecord(overridden, { barcode, catalog_meta: { category: "new" } }, 5000);
		expect([changed, record.updated_at]).toEqual([true, 5000]);
		expect(served(record)).toMatchObject({ category: "new" });
	});

	test("new scanned values stay hidden under the override", () => {
		const overridden = imported({ info }, { catalog_meta: { category: "set" } });
		const { record, changed } = mergeRecord(overridden, { barcode, info: { category: "other" } }, 5000);
		expect(changed).toBe(true);
		expect(served(record)).toMatchObject({ category: "set", product_description: null });
	});

	test("an empty override overrides nothing", () => {
		const record = imported({ info, catalog_meta: { web_description: "", category: "" } });
		expect(served(record)).toMatchObject({ ...info, web_description: null });
	});

	test("without an info record they are served alone, and count as data", () => {
		const record = imported({ catalog_meta: { web_description: "copy", category: "set" } });
		expect(served(record)).toMatchObject({
			product_description: "copy",
			category: "set",
			brand: null,
			vegan: false,
			scanned_at: null,
			updated_at: "1970-01-01T00:00:01.000Z",
		});
		const held = FIELDS.info.filter((field) => hasKey(record, `info.${field}`));
		expect(held).toEqual(["product_description", "category", "updated_at"]);
		expect(hasKey(record, "info")).toBe(true);
	});

	test("adding or removing an info record leaves the overrides in place", () => {
		const alone = imported({ catalog_meta: { category: "set" } });
		const { record: withInfo } = mergeRecord(alone, { barcode, info }, 5000);
		expect(served(withInfo)).toMatchObject({ ...info, category: "set" });
		expect(mergeRecord(withInfo, { barcode, info: null }, 9000).record).toEqual({
			...alone,
			updated_at: 9000,
		});
		const { record: bare } = mergeRecord(alone, { barcode, catalog_meta: null }, 9000);
		expect([bare.info, hasKey(bare, "info"), served(bare).updated_at]).toEqual([null, false, null]);
	});

	test("updated_at is present with any metadata, and does not count as data by itself", () => {
		const record = imported({ ingredients: { allergens: ["soy"] } });
		expect(served(record)).toMatchObject({ scanned_at: null, updated_at: "1970-01-01T00:00:01.000Z" });
		expect([hasKey(record, "info"), hasKey(record, "info.updated_at")]).toEqual([false, true]);
	});
});

describe("a scope without data is stored in its empty shape", () => {
	const blank = { calories: "", sodium: { amount: "", dv: "" }, iron: { amount: null }, potassium: {} };

	test("a panel without any value is no panel", () => {
		for (const nutrition of [{}, blank]) {
			const record = imported({ nutrition });
			expect(record.nutrition).toBeNull();
			expect(served(record).nutrition).toBeNull();
		}
		expect(served(imported({ nutrition: { ...blank, calories: "5" } })).nutrition).toMatchObject({
			calories: "5",
			sodium: { amount: "", dv: "" },
		});
	});

	test("a panel without any value removes the previous one, and changes nothing where there is none", () => {
		const before = imported({ info: {}, nutrition: { calories: "5" } });
		const { record, changed } = mergeRecord(before, { barcode, nutrition: blank }, 5000);
		expect([changed, record.nutrition, hasKey(record, "nutrition")]).toEqual([true, null, false]);
		expect(mergeRecord(record, { barcode, nutrition: {} }, 9000).changed).toBe(false);
	});

	test("empty catalogue texts alone are served as null, whether or not there is a category", () => {
		const texts = { subcategory: "", variety: "" };
		for (const category of [null, "Snacks"]) {
			const record = imported({ catalog_meta: { ...texts, category } });
			expect(served(record)).toMatchObject({ subcategory: null, variety: null, category });
			expect(hasKey(record, "catalog_meta")).toBe(false);
		}
		expect(served(imported({ catalog_meta: { ...texts, department: "Purim" } }))).toMatchObject(texts);
	});

	test("ingredients keep the empty text of a product that is not food", () => {
		expect(served(imported({ ingredients: { ingredients_text: "" } })).ingredients).toMatchObject({
			ingredients_text: "",
		});
	});
});

describe("availability bits", () => {
	test("a field's bit is set exactly when it is served with a value", () => {
		fc.assert(
			fc.property(metadataChange, metadataChange, (base, change) => {
				const record = mergeRecord(mergeRecord(EMPTY_RECORD, base, 1000).record, change, 2000).record;
				const body = served(record);
				for (const [scope, holders] of [
					["info", record.info === null ? [] : [body]],
					["hechshers", body.hechshers],
					["nutrition", [body.nutrition ?? {}]],
					["ingredients", [body.ingredients]],
					["catalog_meta", [body]],
				] as ["info", Record<string, unknown>[]][]) {
					for (const field of FIELDS[scope]) {
						const isTime = field === "scanned_at" || field === "updated_at";
						const isFlag = typeof body[field] === "boolean";
						const expected = isTime
							? body[field] !== null
							: isFlag
								? record.scanned_at !== null
								: holders.some((holder) => holdsValue(holder[field]));
						expect([field, hasKey(record, `${scope}.${field}`)]).toEqual([field, expected]);
					}
				}
			}),
		);
	});

	function holdsValue(value: unknown): boolean {
		if (typeof value === "boolean") return true;
		if (Array.isArray(value)) return value.length > 0;
		if (typeof value === "object" && value !== null) return Object.values(value).some(holdsValue);
		return typeof value === "string" && value !== "";
	}

	test.each<[string, Omit<MetadataChange, "barcode">, string[]]>([
		["an empty info record", { info: {} }, ["info"]],
		["an empty list of hechshers", { hechshers: [] }, []],
		["an empty nutrition panel", { nutrition: {} }, []],
		[
			"a panel of empty values",
			{ nutrition: { calories: "", sodium: { amount: "", dv: null }, iron: {} } },
			[],
		],
		["a panel with a percentage alone", { nutrition: { calories: "", iron: { dv: "2%" } } }, ["nutrition"]],
		["ingredients of a non-food product", { ingredients: { ingredients_text: "" } }, []],
		["an allergen alone", { ingredients: { allergens: ["soy"] } }, ["ingredients"]],
		["catalogue data with only a category", { catalog_meta: { category: "only" } }, ["info"]],
		["an empty catalogue text", { catalog_meta: { variety: "" } }, []],
	])("mark the available scopes of %s", (_name, change, scopes) => {
		const record = imported(change);
		expect(PRODUCT_META_SCOPES.filter((scope) => hasKey(record, scope))).toEqual(scopes);
	});

	test("brand and department are stored for filters", () => {
		const record = imported({ info: { brand: "A" }, catalog_meta: { department: "Purim" } });
		expect([record.brand, record.department]).toEqual(["A", "Purim"]);
		const bare = imported(
			{ info: { brand: "A" }, catalog_meta: { department: "Purim" } },
			{ info: null, catalog_meta: null },
		);
		expect([bare.brand, bare.department]).toEqual([null, null]);
	});
});
