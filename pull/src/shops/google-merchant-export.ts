import { GOOGLE_TEXTS, MOST_ADDITIONAL_IMAGES } from "../../../src/orders/shop-files/google-merchant.ts";
import type { ImageUrl } from "../../../src/orders/shop-files/shop-product.ts";
import { type OneRowChange, oneRowExport } from "./one-row-export.ts";
import { correctedLine, correctedText } from "./own-cells.ts";
import {
	type ExportMatch,
	type ExportTable,
	hasColumns,
	hasPictures,
	picturesOf,
	type ShopExport,
} from "./shop-export.ts";

/** A product file of Google Merchant Center. What is written back is a supplemental source: products by `id`, and only what changes. */
export const googleMerchantExport: ShopExport = oneRowExport({
	shop: "Google Merchant Center",
	fileName: (what) => `google-merchant-${what}.tsv`,
	newKey: "id",
	saleColumns: ["availability"],
	columns: "id, title and link",
	isExport: (names) => hasColumns(names, "id", "title", ["link", "image_link"]),
	delimiter: "\t",
	identity: ["id"],
	changes: (table, imageUrl) => [
		...Object.entries(GOOGLE_TEXTS).map(([column, textOf]): OneRowChange => {
			const isOfOurs = column !== "description";
			const corrected = isOfOurs ? correctedText : correctedLine;
			return { column, isOfOurs, cell: (match, theirs) => corrected(match, theirs, textOf) };
		}),
		{ column: "image_link", cell: (match) => imagesOf(table, match, imageUrl)?.[0] },
		{ column: "additional_image_link", cell: (match) => imagesOf(table, match, imageUrl)?.[1] },
	],
	outOfSale: { column: "availability", cell: "out_of_stock" },
});

/** @returns both cells; undefined where there is nothing to change */
function imagesOf(
	table: ExportTable,
	match: ExportMatch,
	imageUrl: ImageUrl,
): readonly [string, string] | undefined {
	const cells = ["image_link", "additional_image_link"].map((name) => table.named(name)?.of(match.row) ?? "");
	// A comma may stand within an address.
	const theirs = cells.flatMap((cell) => cell.split(/,(?=\s*https?:)/i)).map((url) => url.trim());
	const filled = theirs.filter(Boolean);
	if (!hasPictures(match, filled)) return undefined;
	const [first = "", ...others] = picturesOf(match, imageUrl, filled);
	return [first, others.slice(0, MOST_ADDITIONAL_IMAGES).join(",")];
}
