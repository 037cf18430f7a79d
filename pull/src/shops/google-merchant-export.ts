import { GOOGLE_TEXTS, MOST_ADDITIONAL_IMAGES } from "../../../src/orders/shop-files/google-merchant.ts";
import type { ImageUrl } from "../../../src/orders/shop-files/shop-product.ts";
import { type OneRowChange, oneRowUpdate } from "./one-row-export.ts";
import { correctedLine, correctedText } from "./own-cells.ts";
import {
	type ExportMatch,
	type ExportTable,
	hasColumns,
	hasPictures,
	isFilled,
	isOurKey,
	picturesOf,
	type ShopExport,
} from "./shop-export.ts";

/** A product file of Google Merchant Center. What is written back is a supplemental source: products by `id`, and only what changes. */
export const googleMerchantExport: ShopExport = {
	shop: "Google Merchant Center",
	fileName: "google-merchant-update.tsv",
	urgentName: "google-merchant-urgent.tsv",
	newKey: "id",
	saleColumns: ["availability"],
	columns: "id, title and link",
	isExport: (names) => hasColumns(names, "id", "title", ["link", "image_link"]),
	isItem: () => true,
	outOfReach: (table) => (row) => !isFilled(table.named("id"), row),
	update(table, matches, imageUrl) {
		const isOurs = (match: ExportMatch) => isOurKey(table.named("id")?.of(match.row) ?? "", match);
		return oneRowUpdate(table, matches, {
			delimiter: "\t",
			identity: ["id"],
			changes: [
				...Object.entries(GOOGLE_TEXTS).map(
					([column, textOf]): OneRowChange => ({
						column,
						cell(match, theirs) {
							if (column === "description") return correctedLine(match, theirs, textOf);
							return isOurs(match) ? correctedText(match, theirs, textOf) : undefined;
						},
					}),
				),
				{ column: "image_link", cell: (match) => imagesOf(table, match, imageUrl)?.[0] },
				{ column: "additional_image_link", cell: (match) => imagesOf(table, match, imageUrl)?.[1] },
			],
			outOfSale: { column: "availability", cell: "out_of_stock" },
		});
	},
};

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
