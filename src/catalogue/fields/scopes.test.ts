import { expect, test } from "vitest";
import { isCleanVariant, isScope, isVariant, VARIANTS, variantBit, variantsOf } from "./scopes.ts";

test("inherited property names are neither scopes nor variants", () => {
	for (const name of ["__proto__", "constructor", "toString", "product_meta", "Front"]) {
		expect([isScope(name), isVariant(name)]).toEqual([false, false]);
	}
	expect([isScope("images"), isVariant("front_clean")]).toEqual([true, true]);
});

test("a variant mask decodes to its variants in canonical order", () => {
	const mask = variantBit("back_clean") | variantBit("front");
	expect(variantsOf(mask)).toEqual(["front", "back_clean"]);
	expect(variantsOf(0)).toEqual([]);
	expect(variantsOf(15)).toEqual([...VARIANTS]);
});

test("the two cut-out variants are the clean ones", () => {
	expect(VARIANTS.filter(isCleanVariant)).toEqual(["front_clean", "back_clean"]);
});
