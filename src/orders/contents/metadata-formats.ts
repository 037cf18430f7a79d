import { SHOPS, type Shop } from "../shop-files/formats.ts";

/** Files of an order's metadata: tables, and imports of shops. */
export const METADATA_FORMATS = ["csv", "xlsx", "ndjson", ...SHOPS] as const;
export type MetadataFormat = (typeof METADATA_FORMATS)[number];

const CSV = "text/csv; charset=utf-8";
export const METADATA_TYPES: Readonly<Record<MetadataFormat, string>> = {
	csv: CSV,
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	ndjson: "application/x-ndjson; charset=utf-8",
	woocommerce: CSV,
	shopify: CSV,
	"google-merchant": "text/tab-separated-values; charset=utf-8",
};

/** Whether it is an import of a shop. */
export function isShop(format: MetadataFormat): format is Shop {
	return (SHOPS as readonly string[]).includes(format);
}
