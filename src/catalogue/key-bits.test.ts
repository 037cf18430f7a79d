import { expect, test } from "vitest";
import { METADATA_KEYS } from "./fields.ts";
import { bitsOfKey, hasBits } from "./key-bits.ts";

test("every metadata key has bits of its own", () => {
	const places = METADATA_KEYS.map((key) => JSON.stringify(bitsOfKey(key)));
	expect(places).not.toContain(undefined);
	expect(new Set(places).size).toBe(METADATA_KEYS.length);
});

test.each(["images", "", "info.", "nutrition.brand", "__proto__", "constructor", "INFO"])(
	"%j has none",
	(key) => {
		expect(bitsOfKey(key)).toBeUndefined();
	},
);

test("any picture makes image_meta available", () => {
	const bits = bitsOfKey("image_meta")!;
	const row = { fields_low: 0, fields_high: 0, image_fields: 0 };
	expect([0, 1, 2, 4, 8, 15].map((variants) => hasBits({ ...row, variants }, bits))).toEqual([
		false,
		true,
		true,
		true,
		true,
		true,
	]);
});
