import { expect, test } from "vitest";
import { EMPTY_RECORD } from "../stored/record.ts";
import { type ServedProduct, servedProduct } from "../stored/served-product.ts";
import { keepingProducts } from "./product-cache.ts";

/** A catalogue controlled by the test: its contents, its generation, and the number of reads. */
function catalogue(limitBytes = 100_000) {
	const stored = new Map<string, ServedProduct>();
	const state = { generation: "first", reads: 0, duringRead: async () => undefined as unknown };
	const find = keepingProducts(
		async (barcode) => {
			state.reads++;
			const product = stored.get(barcode);
			await state.duringRead();
			return product;
		},
		async () => state.generation,
		limitBytes,
	);
	const store = (barcode: string, brand: string) => {
		const row = {
			barcode,
			...EMPTY_RECORD,
			brand,
			variants: 0,
			image_meta: null,
			plain_sizes: null,
			image_sizes: null,
			image_fields: 0,
		};
		stored.set(barcode, servedProduct(row));
	};
	return { state, store, find: async (barcode: string) => (await find(barcode))?.brand };
}

test("a product is read once for as long as the catalogue stays the same", async () => {
	const { state, store, find } = catalogue();
	store("4011", "old");
	expect([await find("4011"), await find("4011"), state.reads]).toEqual(["old", "old", 1]);
});

test("a new generation clears the cache", async () => {
	const { state, store, find } = catalogue();
	store("4011", "old");
	await find("4011");
	store("4011", "new");
	state.generation = "second";
	expect(await find("4011")).toBe("new");
});

test("a product read while the catalogue changes is not cached", async () => {
	const { state, store, find } = catalogue();
	store("4011", "old");
	store("4012", "other");
	state.duringRead = async () => {
		state.duringRead = async () => undefined;
		state.generation = "second";
		await find("4012");
	};
	await find("4011");
	store("4011", "new");
	expect(await find("4011")).toBe("new");
});

test("a missing product is looked up every time", async () => {
	const { store, find } = catalogue();
	expect(await find("4011")).toBeUndefined();
	store("4011", "here");
	expect(await find("4011")).toBe("here");
});

test("the cache stays within its limit: the least recently used entry is evicted first", async () => {
	const { state, store, find } = catalogue(4000);
	for (const barcode of ["4011", "4012", "4013"]) {
		store(barcode, "any");
		await find(barcode);
	}
	await find("4013");
	expect(state.reads).toBe(3);
	await find("4011");
	expect(state.reads).toBe(4);
});
