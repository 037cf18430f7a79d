import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { ALONE } from "../../platform/db/pace.ts";
import type { Reader } from "../reading/read-product.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { countValues, type FilterValue } from "./count-values.ts";
import { closeBatch } from "./pack-store.ts";
import { packTexts } from "./pack-texts.ts";
import type { SearchFilter } from "./search-query.ts";

const ANYBODY: Reader = {
	locks: [],
	barcodePrefixes: [],
	brands: [],
	departments: [],
	watermark: "required",
};
const VALUES: readonly FilterValue[] = [
	{ field: "info.vegan", value: true },
	{ field: "hechshers.symbol", value: "OU" },
	{ field: "hechshers.symbol", value: "KAJ" },
	{ scope: "info" },
	{ variant: "front" },
];
const filter = (more: Partial<SearchFilter> = {}): SearchFilter => ({
	text: "",
	fields: {},
	scopes: [],
	variants: [],
	...more,
});

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	beforeAll(async () => {
		await write([
			product("4011", "Milk", ["OU"], true),
			product("4012", "Milk chocolate", ["OU", "KAJ"], false),
			product("4013", "Milkshake", ["KAJ"], true),
		]);
		await engine.db.write(closeBatch, null);
		await packTexts(
			{
				db: engine.db,
				clock: { now: () => 1 },
				sizes: { fewest: 2, full: 6, large: 4, merged: 3 },
			},
			ALONE,
		);
		await write([product("4014", "Milky way", ["OU"], false)]);
	});

	const product = (barcode: string, product_name: string, symbols: string[], vegan: boolean) => ({
		barcode,
		info: { product_name, vegan },
		hechshers: symbols.map((symbol) => ({ symbol })),
	});
	const write = (changes: object[]) =>
		engine.db.write(applyMetadata, { changes: changes as never, existingOnly: false });
	const count = (asked: SearchFilter, mostRead?: number, reader = ANYBODY) =>
		countValues(engine.db, asked, reader, VALUES, mostRead);

	test.each([
		["one by one", 100],
		["by terms", 1],
	])("products are counted %s, packed and unpacked ones", async (_, mostRead) => {
		expect(await count(filter(), mostRead)).toEqual([2, 3, 2, 4, 0]);
		expect(await count(filter({ text: "milk" }), mostRead)).toEqual([2, 3, 2, 4, 0]);
		expect(await count(filter({ fields: { "info.vegan": true } }), mostRead)).toEqual([2, 1, 1, 2, 0]);
	});

	test.each([100, 1])("values of a chosen field are counted without the choice, reading %d", async (most) => {
		expect(await count(filter({ fields: { "hechshers.symbol": ["KAJ"] } }), most)).toEqual([1, 3, 2, 2, 0]);
	});

	test("misspelt words are forgiven", async () => {
		expect(await count(filter({ text: "chocolte" }))).toEqual([0, 1, 1, 1, 0]);
	});

	test("a reader of some barcodes gets exact numbers or none", async () => {
		const reader = { ...ANYBODY, barcodePrefixes: ["4012"] };
		expect(await count(filter(), 100, reader)).toEqual([0, 1, 1, 1, 0]);
		const several = { ...ANYBODY, barcodePrefixes: ["401"] };
		expect(await count(filter(), 1, several)).toEqual(VALUES.map(() => undefined));
	});

	test("nothing is found by what is locked", async () => {
		const reader = { ...ANYBODY, locks: ["info.vegan"] };
		expect(await count(filter({ fields: { "info.vegan": true } }), 100, reader)).toEqual([0, 0, 0, 0, 0]);
	});
});
