import { expect, test } from "vitest";
import { FIELDS, METADATA_KEYS } from "./fields.ts";
import { bitPosition, hasKey, masksOf, NO_DATA, replaceScope, scopeHasData } from "./masks.ts";

const keysWithBit = METADATA_KEYS.filter((key) => !key.startsWith("image_meta"));

test("every key of product_meta has a bit of its own, at most 27 in a column", () => {
	const positions = keysWithBit.map((key) => bitPosition(key));
	expect(new Set(positions.map((position) => JSON.stringify(position))).size).toBe(keysWithBit.length);
	for (const position of positions) {
		expect(position!.mask).toBeGreaterThan(0);
		expect(position!.mask).toBeLessThan(2 ** 27);
	}
});

test("stored masks keep their meaning", () => {
	// Data written by earlier versions depends on these positions.
	expect(masksOf(["info", "info.brand", "hechshers.additional_designation"])).toEqual({
		fieldsLow: 0b1 + 2 ** 5 + 2 ** 26,
		fieldsHigh: 0,
	});
	expect(masksOf(["nutrition.servings_per_container", "catalog_meta.variety"])).toEqual({
		fieldsLow: 0,
		fieldsHigh: 1 + 2 ** 24,
	});
});

test("keys of pictures and unknown keys have no bit", () => {
	expect(masksOf(["image_meta", "image_meta.resolution", "__proto__", "info.nothing"])).toEqual(NO_DATA);
	expect(hasKey({ fieldsLow: -1, fieldsHigh: -1 }, "image_meta")).toBe(false);
});

test("a key is held exactly when its bit is set", () => {
	for (const key of keysWithBit) {
		const alone = masksOf([key]);
		expect(keysWithBit.filter((other) => hasKey(alone, other))).toEqual([key]);
	}
});

test("replacing one scope leaves the bits of the others", () => {
	const before = masksOf(["info", "info.brand", "nutrition", "nutrition.calories", "catalog_meta.variety"]);
	expect(replaceScope(before, "nutrition", masksOf(["nutrition"]))).toEqual(
		masksOf(["info", "info.brand", "nutrition", "catalog_meta.variety"]),
	);
	expect(replaceScope(before, "info", NO_DATA)).toEqual(
		masksOf(["nutrition", "nutrition.calories", "catalog_meta.variety"]),
	);
});

test("a partly locked scope has data only if an open field has a value", () => {
	const masks = masksOf(["nutrition", "nutrition.calories"]);
	expect(scopeHasData(masks, "nutrition")).toBe(true);
	expect(scopeHasData(masks, "nutrition", ["sodium"])).toBe(true);
	expect(scopeHasData(masks, "nutrition", ["calories"])).toBe(false);
	expect(scopeHasData(masks, "info")).toBe(false);
});

test("an empty panel counts as data until one of its fields is locked", () => {
	const masks = masksOf(["nutrition"]);
	expect(scopeHasData(masks, "nutrition")).toBe(true);
	expect(scopeHasData(masks, "nutrition", [FIELDS.nutrition[0]])).toBe(false);
});
