import type { Variant } from "@packshot/sdk";
import { type PullFolder, pictureBytes } from "./folder.ts";
import type { FolderOrder } from "./order-files.ts";
import { both, NOTHING, type Selection } from "./wanted.ts";

/** What has been bought, by barcode: what orders still give and, for expired orders, what is in the folder. */
export type Holdings = ReadonlyMap<string, Selection>;

export async function holdingsOf(folder: PullFolder, orders: readonly FolderOrder[]): Promise<Holdings> {
	const held = new Map<string, Selection>();
	const add = (barcode: string, selection: Selection) =>
		held.set(barcode, both(held.get(barcode) ?? NOTHING, selection));
	for (const { made, closed, products = [] } of orders) {
		const fetched = new Set(products.map(({ barcode }) => barcode));
		for (const { barcode, found, scopes, variants } of made?.lines ?? []) {
			if (!found) continue;
			if (closed === undefined) add(barcode, { scopes: new Set(scopes), variants: new Set(variants) });
			else {
				const there = await presentOf(folder, barcode, variants);
				add(barcode, { scopes: new Set(fetched.has(barcode) ? scopes : []), variants: new Set(there) });
			}
		}
	}
	return held;
}

/** Those of a product's pictures that are in the folder. */
export async function presentOf<V extends Variant>(
	folder: PullFolder,
	barcode: string,
	variants: readonly V[],
): Promise<V[]> {
	const sizes = await Promise.all(variants.map((variant) => pictureBytes(folder, barcode, variant)));
	return variants.filter((_, place) => sizes[place] !== undefined);
}

/** Whether everything in an order has been fetched into the folder. */
export async function isFetched(folder: PullFolder, { products }: FolderOrder): Promise<boolean> {
	for (const { barcode, pictures } of products ?? [])
		if ((await presentOf(folder, barcode, pictures)).length < pictures.length) return false;
	return products !== undefined;
}

/** The costs of the folder's orders so far, including the maximum for those that may have been placed. */
export function creditsOf(orders: readonly FolderOrder[]): number[] {
	return orders.flatMap(({ plan, made, closed }) => {
		if (made) return [made.credits];
		return plan && closed === undefined ? [plan.request.max_credits] : [];
	});
}
