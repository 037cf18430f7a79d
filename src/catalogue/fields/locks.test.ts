import { describe, expect, test } from "vitest";
import { FIELDS, METADATA_KEYS } from "./fields.ts";
import { lockKeyProblem, locksOf, NO_LOCKS, redactedPaths } from "./locks.ts";
import { masksOfScope } from "./masks.ts";
import { METADATA_SCOPES, SCOPES, type Scope, VARIANTS } from "./scopes.ts";

const every: ReadonlySet<Scope> = new Set(SCOPES);

/** All keys of a scope, one per field. */
function fieldKeys(scope: (typeof METADATA_SCOPES)[number]): string[] {
	return FIELDS[scope].map((field) => `${scope}.${field}`);
}

describe("a lock key", () => {
	test("can be a scope, one of its fields or a variant of images", () => {
		const keys = [...SCOPES, ...METADATA_KEYS, ...VARIANTS.map((variant) => `images.${variant}`)];
		expect(keys.map(lockKeyProblem).filter((problem) => problem !== undefined)).toEqual([]);
	});

	test.each([
		"",
		"product_meta",
		"info.",
		"info.colour",
		"images.side",
		"images.",
		"front",
		"Info",
		"toString",
	])("cannot be %j", (key) => {
		expect(lockKeyProblem(key)).toContain(`"${key}" is nothing that can be locked`);
	});
});

describe("the meaning of lock keys", () => {
	test("no keys lock nothing", () => {
		expect(locksOf([])).toBe(NO_LOCKS);
	});

	test("a scope's key locks all of it, and its fields are no longer listed", () => {
		const locks = locksOf(["info", "info.brand", "images"]);
		expect([...locks.scopes]).toEqual(["info", "images"]);
		expect(locks.fields.size).toBe(0);
	});

	test("a field's key locks only that field", () => {
		const locks = locksOf(["nutrition.sodium", "info.brand", "nutrition.calories"]);
		expect(locks.scopes.size).toBe(0);
		expect(Object.fromEntries(locks.fields)).toEqual({ info: ["brand"], nutrition: ["calories", "sodium"] });
	});

	test.each(METADATA_SCOPES)("locking all fields of %s locks the scope", (scope) => {
		const locks = locksOf(fieldKeys(scope));
		expect([[...locks.scopes], locks.fields.size]).toEqual([[scope], 0]);
	});

	test.each(FIELDS.hechshers)("hechshers.%s locks all of hechshers", (field) => {
		expect([...locksOf([`hechshers.${field}`]).scopes]).toEqual(["hechshers"]);
	});

	test("a variant of images is locked alone, but all four lock images", () => {
		const three = VARIANTS.slice(0, 3).map((variant) => `images.${variant}`);
		expect([[...locksOf(three).variants], locksOf(three).scopes.size]).toEqual([
			["front", "back", "front_clean"],
			0,
		]);
		expect([...locksOf([...three, "images.back_clean"]).scopes]).toEqual(["images"]);
	});
});

describe("the overrides of info locked by", () => {
	test.each([
		["catalog_meta", { category: true, webDescription: true }],
		["catalog_meta.category", { category: true, webDescription: false }],
		["catalog_meta.web_description", { category: false, webDescription: true }],
		["catalog_meta.variety", { category: false, webDescription: false }],
	])("%s", (key, overrides) => {
		expect(lockKeyProblem(key)).toBeUndefined();
		expect(locksOf([key]).overrides).toEqual(overrides);
	});
});

describe("the redacted paths of a read", () => {
	const everything = { fields_low: -1, fields_high: -1, fields_extra: -1, image_fields: -1, variants: 15 };
	const locks = locksOf(["catalog_meta.variety", "info.notes", "info.brand", "image_meta.ownership"]);

	test("are dotted paths in the order they would be served", () => {
		expect(redactedPaths(locks, every, everything)).toEqual([
			"info.brand",
			"info.notes",
			"catalog_meta.variety",
			"image_meta.ownership",
		]);
	});

	test("include only those of requested scopes", () => {
		expect(redactedPaths(locks, new Set(["catalog_meta", "nutrition"]), everything)).toEqual([
			"catalog_meta.variety",
		]);
	});

	test("include only what would have held a value", () => {
		const brandAlone = masksOfScope("info", ["brand"]);
		expect(redactedPaths(locks, every, brandAlone)).toEqual(["info.brand"]);
	});

	test("the locks for product_meta leave out image_meta", () => {
		expect([...locks.productMeta.keys()]).toEqual(["info", "catalog_meta"]);
	});
});
