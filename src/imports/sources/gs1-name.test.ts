import { describe, expect, test } from "vitest";
import { VARIANTS } from "../../catalogue/fields/scopes.ts";
import { gs1Name, readGs1Name } from "./gs1-name.ts";

describe("a GS1 name", () => {
	test.each([
		["00725272730706_A1C1", false, "front"],
		["00725272730706_C1N1", false, "front"],
		["00725272730706_c7n1", false, "back"],
		["725272730706_A1C1", false, "front"],
		["00725272730706_A1N1", true, "front_clean"],
		["00725272730706_C7C1", true, "back_clean"],
	] as const)("%s (PNG: %s) is a %s", (stem, isPng, variant) => {
		expect(readGs1Name(stem, isPng)).toEqual({ gtin: "00725272730706", variant });
	});

	test.each([
		["00725272730705_A1C1", 'the check digit of the GTIN "00725272730705" is wrong'],
		["00725272730706_A3C1", "GS1 facing 3 is the top: front (1) and back (7) are taken"],
		["00725272730706_A5C1", "GS1 facing 5 is unknown: front (1) and back (7) are taken"],
		["00725272730706_A1L1", 'GS1 angle "L" is from the side: straight pictures (C, N) are taken'],
		["00725272730706_A1C0", 'GS1 state "0" is not the closed package (1)'],
		["00725272730706_A1CA", 'GS1 state "A" is not the closed package (1)'],
	])("%s is refused", (stem, reason) => {
		expect(readGs1Name(stem, false)).toEqual({ reason });
	});

	test.each(["4011_front", "00725272730706_front", "00725272730706_A1C1_s01", "front"])(
		"%s is not a GS1 name",
		(stem) => {
			expect(readGs1Name(stem, false)).toBeUndefined();
		},
	);
});

test("generated GS1 names of every variant and length read back", () => {
	for (const barcode of ["96385074", "725272730706", "0725272730706", "00725272730706"]) {
		const names = VARIANTS.map((variant) => gs1Name(barcode, variant) ?? "");
		expect(new Set(names).size).toBe(4);
		for (const [place, variant] of VARIANTS.entries()) {
			const read = readGs1Name(names[place] ?? "", variant.endsWith("_clean"));
			expect(read).toEqual({ gtin: barcode.padStart(14, "0"), variant });
		}
	}
	expect([gs1Name("4011", "front"), gs1Name("725272730705", "front")]).toEqual([undefined, undefined]);
});
