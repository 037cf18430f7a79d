import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ProductMeta } from "@packshot/sdk";
import { VARIANTS } from "../../src/catalogue/fields/scopes.ts";
import { SHOP_FIELDS, type ShopMeta, type ShopProduct } from "../../src/orders/shop-files/shop-product.ts";
import { ifThere, type PullFolder, pictureName, readJson } from "./folder.ts";
import { presentOf } from "./holdings.ts";
import { readOrders } from "./order-files.ts";
import { metadataOf } from "./pulled-products.ts";

/** What the folder had of its products at one time or another, oldest first: by that, a shop's export tells our texts from its own. */
export type EarlierVersions = ReadonlyMap<string, readonly ShopProduct[]>;

const fileIn = ({ state }: PullFolder) => join(state, "versions.json");

/** So many versions of a product are kept. */
const MOST_VERSIONS = 20;

export async function earlierVersions(folder: PullFolder): Promise<EarlierVersions> {
	return new Map(
		Object.entries((await ifThere(readJson<Record<string, ShopProduct[]>>(fileIn(folder)))) ?? {}),
	);
}

/** Keeps what the folder has now, before a run changes it. */
export async function keepVersions(folder: PullFolder): Promise<void> {
	const metadata = metadataOf(await readOrders(folder));
	const products = [...metadata].map(async ([barcode, { meta }]): Promise<ShopProduct> => {
		const variants = await presentOf(folder, barcode, VARIANTS);
		return {
			barcode,
			meta: shopMetaOf(meta),
			pictures: variants.flatMap((each) => pictureName(folder, barcode, each) ?? []),
		};
	});
	await addVersions(folder, await Promise.all(products));
}

/** What shops take of a product's metadata. */
export function shopMetaOf(meta: ProductMeta): ShopMeta {
	return Object.fromEntries(Object.entries(meta).filter(([field]) => SHOP_FIELDS.has(field)));
}

/** Adds versions of products, where they differ from those that are kept. */
export async function addVersions(folder: PullFolder, products: readonly ShopProduct[]): Promise<void> {
	const versions = new Map(await earlierVersions(folder));
	let isMore = false;
	for (const product of products) {
		const before = versions.get(product.barcode) ?? [];
		if (before.some((version) => isDeepStrictEqual(version, product))) continue;
		versions.set(product.barcode, [...before, product].slice(-MOST_VERSIONS));
		isMore = true;
	}
	if (isMore) await folder.files.write(fileIn(folder), `${JSON.stringify(Object.fromEntries(versions))}\n`);
}
