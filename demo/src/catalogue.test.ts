import { describe, expect, it } from "vitest";
import { PRODUCT_META_SCOPES } from "../../src/catalogue/fields/scopes.ts";
import { DEPARTMENTS } from "../../src/catalogue/fields/vocabularies.ts";
import { checkMetadata } from "../../src/imports/formats/metadata-line.ts";
import { checkDigit } from "./barcode.ts";
import { demoProducts } from "./catalogue.ts";

const records = demoProducts().map(({ record }) => record);
const packaged = records.filter(({ barcode }) => barcode.length > 4);
const produce = records.filter(({ barcode }) => barcode.length === 4);

describe("the demo catalogue", () => {
	it("consists of records that the import accepts", () => {
		for (const record of records) expect(checkMetadata(record)).toHaveProperty("change");
	});

	it("has unique barcodes with valid check digits in unassigned ranges", () => {
		expect(new Set(records.map(({ barcode }) => barcode)).size).toBe(records.length);
		for (const { barcode } of packaged) {
			expect(barcode).toMatch(/^(299\d{10}|0?49\d{10}|0000[1-9]00000\d\d)$/);
			expect(checkDigit(barcode.slice(0, -1))).toBe(barcode.slice(-1));
		}
	});

	it("has produce under price look-up codes, with commodity and variety", () => {
		expect(produce.length).toBeGreaterThanOrEqual(6);
		for (const { catalog_meta } of produce)
			expect(catalog_meta).toMatchObject({
				department: "Produce",
				subcategory: expect.any(String),
				variety: expect.any(String),
			});
		for (const { catalog_meta } of packaged) expect(catalog_meta?.variety ?? null).toBeNull();
	});

	it("uses every department and fills every field of every scope at least once", () => {
		const departments = new Set(records.map(({ catalog_meta }) => catalog_meta?.department));
		for (const department of DEPARTMENTS) expect(departments).toContain(department);
		const used = new Set(records.flatMap(filledFields));
		const named = new Set(records.flatMap((record) => allFields(record)));
		expect([...named].filter((field) => !used.has(field))).toEqual([]);
	});

	it("has products with and without each scope, and at least one without any", () => {
		for (const scope of PRODUCT_META_SCOPES) {
			expect(records.some((record) => record[scope])).toBe(true);
			expect(records.some((record) => !record[scope])).toBe(true);
		}
		expect(records.some((record) => PRODUCT_META_SCOPES.every((scope) => !record[scope]))).toBe(true);
	});

	it("has pictures of every product, and all four of some", () => {
		const counts = demoProducts().map(({ variants }) => variants.length);
		expect(Math.min(...counts)).toBeGreaterThan(0);
		expect(counts.filter((count) => count === 4).length).toBeGreaterThan(4);
		expect(counts.some((count) => count < 4)).toBe(true);
	});
});

function fieldsOf(record: (typeof records)[number]): [string, unknown][] {
	const { barcode, hechshers, ...scopes } = record;
	const flat = Object.entries(scopes).flatMap(([scope, fields]) =>
		Object.entries(fields ?? {}).map(([field, value]): [string, unknown] => [`${scope}.${field}`, value]),
	);
	const marks = (hechshers ?? []).flatMap((hechsher) =>
		Object.entries(hechsher).map(([field, value]): [string, unknown] => [`hechshers.${field}`, value]),
	);
	return [...flat, ...marks];
}

function allFields(record: (typeof records)[number]): string[] {
	return fieldsOf(record).map(([field]) => field);
}

function filledFields(record: (typeof records)[number]): string[] {
	const filled = (value: unknown) => value !== null && value !== false && JSON.stringify(value) !== "[]";
	return fieldsOf(record).flatMap(([field, value]) => (filled(value) ? [field] : []));
}
