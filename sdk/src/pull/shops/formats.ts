import { googleMerchantFile } from "./google-merchant.ts";
import type { WriteShopFile } from "./shop-product.ts";
import { shopifyFile } from "./shopify.ts";
import { woocommerceFile } from "./woocommerce.ts";

/** Shops whose import files can be written, by the name that `--format` takes. */
export const SHOP_FORMATS: Readonly<
	Record<string, { readonly write: WriteShopFile; readonly needsImageUrls: boolean }>
> = {
	// Takes file names too, of pictures that are in the media library already.
	woocommerce: { write: woocommerceFile, needsImageUrls: false },
	shopify: { write: shopifyFile, needsImageUrls: true },
	"google-merchant": { write: googleMerchantFile, needsImageUrls: true },
};
