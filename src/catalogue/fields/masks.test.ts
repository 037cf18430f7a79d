import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BITS_PER_COLUMN, RETIRED_BITS } from "./declared-fields.ts";
import { FIELDS, METADATA_KEYS } from "./fields.ts";
import {
	bitsOfKey,
	hasBits,
	hasKey,
	hasOpenData,
	type Masks,
	masksOfScope,
	NO_DATA,
	replaceScope,
} from "./masks.ts";
import { PRODUCT_META_SCOPES } from "./scopes.ts";

const keysWithBit = METADATA_KEYS.filter((key) => key !== "image_meta");

/** The masks of keys of one scope: `info` sets the bit of the scope, `info.brand` only that of the field. */
function masksOf(...keys: string[]): Masks {
	const masks = { ...NO_DATA };
	for (const key of keys) {
		const { column, mask } = bitsOfKey(key)!;
		masks[column as keyof Masks] |= mask;
	}
	return masks;
}

test("every key has its own bit, which no removed key had", () => {
	const places = [...keysWithBit.map((key) => bitsOfKey(key)), ...Object.values(RETIRED_BITS)];
	expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(places.length);
	for (const { mask } of places as { mask: number }[]) {
		expect(Math.log2(mask)).toBeLessThan(BITS_PER_COLUMN);
		expect(Number.isInteger(Math.log2(mask))).toBe(true);
	}
});

test("the record of bits is complete, and no bit has moved since it was recorded", () => {
	const recorded = JSON.parse(
		readFileSync(new URL("../../../docs/metadata-bits.json", import.meta.url), "utf8"),
	);
	const declared = METADATA_KEYS.map((key) => [key, bitsOfKey(key)] as const);
	// After declaring a field: npm run metadata:bits
	expect({ ...Object.fromEntries(declared), ...RETIRED_BITS }).toEqual(recorded);
});

test.each(["images", "", "info.", "nutrition.brand", "__proto__", "constructor", "INFO", "info.nothing"])(
	"%j is not a key, and no row has it",
	(key) => {
		expect(bitsOfKey(key)).toBeUndefined();
		expect(hasKey({ fields_low: -1, fields_high: -1, fields_extra: -1, variants: 15 }, key)).toBe(false);
	},
);

test("any picture makes image_meta available", () => {
	const bits = bitsOfKey("image_meta")!;
	const available = [0, 1, 2, 4, 8, 15].map((variants) => hasBits({ variants }, bits));
	expect(available).toEqual([false, true, true, true, true, true]);
});

test("a row has a key exactly when its bit is set", () => {
	for (const key of keysWithBit) {
		const { column, mask } = bitsOfKey(key)!;
		expect(keysWithBit.filter((other) => hasKey({ [column]: mask }, other))).toEqual([key]);
	}
});

test("a scope's masks hold its bit and those of the fields named, in whatever column", () => {
	for (const scope of PRODUCT_META_SCOPES) {
		const masks = masksOfScope(scope, FIELDS[scope]);
		const held = keysWithBit.filter((key) => hasKey(masks, key));
		expect(held).toEqual([scope, ...FIELDS[scope].map((field) => `${scope}.${field}`)]);
	}
});

test("replacing one scope leaves the bits of the others", () => {
	const before = masksOf("info", "info.brand", "nutrition", "nutrition.calories", "catalog_meta.variety");
	expect(replaceScope(before, "nutrition", masksOf("nutrition"))).toEqual(
		masksOf("info", "info.brand", "nutrition", "catalog_meta.variety"),
	);
	expect(replaceScope(before, "info", NO_DATA)).toEqual(
		masksOf("nutrition", "nutrition.calories", "catalog_meta.variety"),
	);
});

test("a partly locked scope has data only if an open field has a value", () => {
	const masks = masksOf("nutrition", "nutrition.calories");
	expect(hasOpenData(masks, "nutrition")).toBe(true);
	expect(hasOpenData(masks, "nutrition", ["sodium"])).toBe(true);
	expect(hasOpenData(masks, "nutrition", ["calories"])).toBe(false);
	expect(hasOpenData(masks, "info")).toBe(false);
});
