import {
	LONGEST_DESCRIPTION,
	MOST_ADDITIONAL_IMAGES,
	oneLine,
} from "../../../../src/orders/shop-files/google-merchant.ts";
import { paragraphsOf } from "../../../../src/orders/shop-files/shop-product.ts";
import { oneRowUpdate } from "./one-row-export.ts";
import { hasColumns, picturesOf, type ShopExport } from "./shop-export.ts";

/** A product file of Google Merchant Center. What is written back is a supplemental source: products by `id`, and only what changes. */
export const googleMerchantExport: ShopExport = {
	shop: "Google Merchant Center",
	fileName: "google-merchant-update.tsv",
	columns: "id, title and link",
	isExport: (names) => hasColumns(names, "id", "title", ["link", "image_link"]),
	isItem: () => true,
	update: (table, matches, imageUrl) =>
		oneRowUpdate(table, matches, {
			delimiter: "\t",
			identity: ["id"],
			changes: [
				{
					column: "description",
					cell: (product) =>
						oneLine(paragraphsOf(product).join(" ")).slice(0, LONGEST_DESCRIPTION) || undefined,
				},
				{
					column: "image_link",
					cell: (product) => picturesOf(product, imageUrl, [])[0],
				},
				{
					column: "additional_image_link",
					cell(product, theirs, row) {
						if (product.pictures.length === 0) return undefined;
						const own = [table.named("image_link")?.of(row) ?? "", ...theirs.split(",")];
						const kept = own.map((url) => url.trim()).filter(Boolean);
						const [, ...others] = picturesOf(product, imageUrl, kept);
						return others.slice(0, MOST_ADDITIONAL_IMAGES).join(",");
					},
				},
			],
		}),
};
