import { expect, test } from "vitest";
import { FIELDS, isMetadataKey, METADATA_KEYS } from "./fields.ts";
import { CatalogMeta, Hechsher, ImageMeta, Info, Ingredients, Nutrition } from "./schemas.ts";

test("scopes and fields are valid keys", () => {
	const keys = ["nutrition", "nutrition.calories", "image_meta.ownership"];
	expect(keys.filter(isMetadataKey)).toEqual(keys);
});

test.each(["", "images", "nutrition.", ".calories", "calories", "Nutrition", "info.__proto__", "__proto__"])(
	"%j is not a valid key",
	(key) => {
		expect(isMetadataKey(key)).toBe(false);
	},
);

test("the category override is not a key of its own", () => {
	expect(METADATA_KEYS).toContain("info.category");
	expect(METADATA_KEYS).not.toContain("catalog_meta.category");
});

test("the list of fields and the served shapes name the same fields in the same order", () => {
	const shapes = {
		info: Info,
		hechshers: Hechsher,
		nutrition: Nutrition,
		ingredients: Ingredients,
		catalog_meta: CatalogMeta,
		image_meta: ImageMeta,
	};
	const named = Object.entries(shapes).map(([scope, shape]) => [scope, Object.keys(shape.properties)]);
	expect(Object.fromEntries(named)).toEqual(FIELDS);
});

test("the timestamps of info come last, as they are served", () => {
	expect(FIELDS.info.slice(-2)).toEqual(["scanned_at", "updated_at"]);
});

test("14 nutrients follow the text fields of the nutrition panel", () => {
	const [, , lastText, ...nutrients] = FIELDS.nutrition;
	expect([lastText, nutrients[0], nutrients.at(-1), nutrients.length]).toEqual([
		"calories",
		"total_fat",
		"potassium",
		14,
	]);
});
