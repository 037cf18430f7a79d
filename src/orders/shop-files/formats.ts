import { googleMerchantFile, lackedByGoogle } from "./google-merchant.ts";
import type { ShopProduct, WriteShopFile } from "./shop-product.ts";
import { shopifyFile } from "./shopify.ts";
import { woocommerceFile } from "./woocommerce.ts";

/** How a shop takes new products. */
export interface NewProductFormat {
	/** What people call the shop. */
	readonly label: string;
	readonly write: WriteShopFile;
	readonly needsImageUrls: boolean;
	/** Whether tabs part its cells, not commas. */
	readonly isTabbed?: boolean;
	/** Why the shop would refuse a product. */
	readonly lacked: (product: ShopProduct) => string | undefined;
}

const NOTHING = () => undefined;

export const SHOPS = ["woocommerce", "shopify", "google-merchant"] as const;
export type Shop = (typeof SHOPS)[number];

/** Shops whose import files of new products can be written, for packshot-pull and for orders in the pages. */
export const NEW_PRODUCT_FORMATS: Readonly<Record<Shop, NewProductFormat>> = {
	// Also accepts file names of pictures that are already in the media library.
	woocommerce: { label: "WooCommerce", write: woocommerceFile, needsImageUrls: false, lacked: NOTHING },
	shopify: { label: "Shopify", write: shopifyFile, needsImageUrls: true, lacked: NOTHING },
	"google-merchant": {
		label: "Google Merchant Center",
		write: googleMerchantFile,
		needsImageUrls: true,
		lacked: lackedByGoogle,
		isTabbed: true,
	},
};
