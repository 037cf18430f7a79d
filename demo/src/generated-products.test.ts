import { describe, expect, it } from "vitest";
import { checkMetadata } from "../../src/imports/formats/metadata-line.ts";
import { checkDigit } from "./barcode.ts";
import { generatedProducts } from "./generated-products.ts";

describe("generated products", () => {
	const products = [...generatedProducts(3000)];

	it("are records that the import accepts", () => {
		for (const product of products) expect(checkMetadata(product)).toHaveProperty("change");
	});

	it("have unique barcodes with valid check digits, of 12 and 13 digits", () => {
		expect(new Set(products.map(({ barcode }) => barcode)).size).toBe(3000);
		for (const { barcode } of products) expect(checkDigit(barcode.slice(0, -1))).toBe(barcode.slice(-1));
		expect(new Set(products.map(({ barcode }) => barcode.length))).toEqual(new Set([12, 13]));
	});

	it("use number ranges that no product on sale can have", () => {
		for (const { barcode } of products) expect(barcode).toMatch(/^(280\d{10}|48\d{10})$/);
	});

	it("are the same in every run", () => {
		expect([...generatedProducts(20)]).toEqual(products.slice(0, 20));
	});

	it("omit hechshers, nutrition, ingredients and catalog_meta from some products", () => {
		for (const scope of ["hechshers", "nutrition", "ingredients", "catalog_meta"] as const) {
			const share = products.filter((product) => product[scope]).length / products.length;
			expect(share).toBeGreaterThan(0.7);
			expect(share).toBeLessThan(1);
		}
	});
});
