import { NEW_PRODUCT_FORMATS, type NewProductFormat } from "../../../src/orders/shop-files/formats.ts";
import type { ListTable } from "../barcode-list.ts";
import { googleMerchantExport } from "./google-merchant-export.ts";
import type { ShopExport } from "./shop-export.ts";
import { shopifyExport } from "./shopify-export.ts";
import { woocommerceExport } from "./woocommerce-export.ts";

export interface ShopFormat extends NewProductFormat {
	/** What the shop exports itself, to be updated. */
	readonly own: ShopExport;
}

const FORMATS = {
	woocommerce: { ...NEW_PRODUCT_FORMATS.woocommerce, own: woocommerceExport },
	shopify: { ...NEW_PRODUCT_FORMATS.shopify, own: shopifyExport },
	"google-merchant": { ...NEW_PRODUCT_FORMATS["google-merchant"], own: googleMerchantExport },
};

/** A shop for which files are written, as `--format` names it. */
export type ShopName = "woocommerce" | "shopify" | "google-merchant";

/** Shops whose import files can be written, by name. */
export const SHOP_FORMATS: ReadonlyMap<string, ShopFormat> = new Map(Object.entries(FORMATS));

/** Which shop has exported a table, if any; its language if the shop translates its columns and it is not English. */
export function shopOfExport({
	table,
}: {
	readonly table: Pick<ListTable, "names">;
}): { readonly format: ShopName; readonly shop: string; readonly language: string | undefined } | undefined {
	for (const format of Object.keys(FORMATS) as ShopName[]) {
		const { own }: ShopFormat = FORMATS[format];
		if (!own.isExport(table.names)) continue;
		return { format, shop: own.shop, language: own.languageOf?.(table.names) };
	}
	return undefined;
}

/** @returns what is missing where a shop needs the addresses of pictures. */
export function imageUrlsLacking(
	format: string,
	{ imageBaseUrl, uploads }: { readonly imageBaseUrl: string | undefined; readonly uploads: boolean },
): string | undefined {
	if (!SHOP_FORMATS.get(format)?.needsImageUrls || imageBaseUrl !== undefined || uploads) return undefined;
	return `--format ${format} needs --image-base-url, the URL at which your shop will serve the pictures in the folder, or --upload, which puts them there`;
}
