import { LRUCache } from "lru-cache";
import type { Database } from "../../platform/db/database.ts";
import type { MaybePromise } from "../../platform/maybe-promise.ts";
import { integerSetting } from "../../platform/settings.ts";
import { createGenerationRead } from "../stored/generation.ts";
import { type FindProduct, productRead, type ServedProduct } from "../stored/served-product.ts";
import { bytesOf } from "../stored/served-text.ts";

export const catalogueSettings = {
	cacheBytes: integerSetting(
		"PACKSHOT_PRODUCT_CACHE_BYTES",
		96 * 1024 * 1024,
		{ min: 0, max: 2 ** 40 },
		"Memory for the cache of recently read products, in bytes",
	),
};

/** Finds products in memory or in the database. @param limitBytes approximate size of the cache; 0 caches nothing. */
export function createCachedProductRead(db: Database, limitBytes: number): FindProduct {
	const find = productRead(db);
	return limitBytes === 0 ? find : keepingProducts(find, createGenerationRead(db), limitBytes);
}

/** Caches products until the catalogue changes: any process that writes to it renews the generation. */
export function keepingProducts(
	find: FindProduct,
	generation: () => MaybePromise<string>,
	limitBytes: number,
): FindProduct {
	const cached = new LRUCache<string, ServedProduct>({
		maxSize: limitBytes,
		sizeCalculation: ({ text, imageSizes, plainSizes, overridden }) =>
			bytesOf(text) + [imageSizes, plainSizes, overridden?.infoAsGiven].join("").length,
	});
	let cachedGeneration: string | undefined;
	async function findAndCache(barcode: string, current: string): Promise<ServedProduct | undefined> {
		const product = await find(barcode);
		// The catalogue may have changed while the database was being read.
		if (product && cachedGeneration === current) cached.set(product.barcode, product);
		return product;
	}
	function lookUp(barcode: string, current: string): MaybePromise<ServedProduct | undefined> {
		if (current !== cachedGeneration) {
			cached.clear();
			cachedGeneration = current;
		}
		return cached.get(barcode) ?? findAndCache(barcode, current);
	}
	return (barcode, seen) => {
		const current = seen ?? generation();
		if (current instanceof Promise) return current.then((read) => lookUp(barcode, read));
		return lookUp(barcode, current);
	};
}
