import { NEW_PRODUCT_FORMATS, SHOPS, type Shop } from "../shop-files/formats.ts";

/** Files of an order's metadata: tables, and imports of shops. */
export const METADATA_FORMATS = ["csv", "xlsx", "ndjson", ...SHOPS] as const;
export type MetadataFormat = (typeof METADATA_FORMATS)[number];

const CSV = "text/csv; charset=utf-8";
const METADATA_TYPES: Readonly<Record<Exclude<MetadataFormat, Shop>, string>> = {
	csv: CSV,
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	ndjson: "application/x-ndjson; charset=utf-8",
};

/** The media type of a file, and the end of its name. */
export function fileKind(format: MetadataFormat): { readonly type: string; readonly end: string } {
	if (!isShop(format)) return { type: METADATA_TYPES[format], end: format };
	const { isTabbed = false } = NEW_PRODUCT_FORMATS[format];
	return isTabbed
		? { type: "text/tab-separated-values; charset=utf-8", end: "tsv" }
		: { type: CSV, end: "csv" };
}

/** Whether it is an import of a shop. */
export function isShop(format: MetadataFormat): format is Shop {
	return (SHOPS as readonly string[]).includes(format);
}
