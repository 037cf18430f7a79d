import { metaMembers } from "../catalogue/stored/product-meta.ts";
import { servedText } from "../catalogue/stored/served-text.ts";
import type { ProductRow } from "../catalogue/tables.ts";
import type { ForeseenProduct } from "./batches/store.ts";

/** As many as a person would look through. */
const SHOWN = 10;

/** The first products of a dry run as they would be served after it, with every scope and nothing locked. */
export function createPreview(most = SHOWN) {
	const products = new Map<string, ProductRow>();
	return {
		note(product: ProductRow): void {
			const { barcode } = product;
			if (products.has(barcode) || products.size < most) products.set(barcode, product);
		},
		/** @returns the members of each response from `barcode` to `product_meta`. */
		served(): ForeseenProduct[] {
			return [...products.values()].map((product) => {
				const members = metaMembers(product);
				const { whole } = servedText(product.barcode, members, product.image_meta);
				return JSON.parse(`{${whole.toString()}}`) as ForeseenProduct;
			});
		},
	};
}
