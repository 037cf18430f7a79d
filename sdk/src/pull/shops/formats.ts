import { googleMerchantFile } from "./google-merchant.ts";
import type { WriteShopFile } from "./shop-product.ts";
import { shopifyFile } from "./shopify.ts";
import { woocommerceFile } from "./woocommerce.ts";

/** Shops whose import files can be written, by the name accepted by `--format`. */
export const SHOP_FORMATS: ReadonlyMap<
	string,
	{ readonly write: WriteShopFile; readonly needsImageUrls: boolean }
> = new Map(
	Object.entries({
		// Also accepts file names of pictures that are already in the media library.
		woocommerce: { write: woocommerceFile, needsImageUrls: false },
		shopify: { write: shopifyFile, needsImageUrls: true },
		"google-merchant": { write: googleMerchantFile, needsImageUrls: true },
	}),
);
