import { htmlOf, paragraphsOf } from "../../../../src/orders/shop-files/shop-product.ts";
import { oneRowUpdate } from "./one-row-export.ts";
import { type ExportTable, firstPictureOf, hasColumns, picturesOf, type ShopExport } from "./shop-export.ts";
import { everyName, LANGUAGES, languageOf } from "./woocommerce-columns.ts";

/**
 * WooCommerce's own product export. Its importer finds products by ID or SKU, leaves what has no column, and replaces featured picture and gallery by
 * what `Images` lists. It takes column names in the shop's language and in English.
 */
export const woocommerceExport: ShopExport = {
	shop: "WooCommerce",
	fileName: "woocommerce-update.csv",
	columns: `ID or SKU, and Name, in one of these languages: ${LANGUAGES.join(", ")}`,
	languageOf,
	isExport: (names) =>
		hasColumns(
			names,
			["ID", "SKU"].flatMap(everyName),
			everyName("Name"),
			["Published", "Visibility in catalog", "Regular price", "Images"].flatMap(everyName),
		),
	isItem: () => true,
	update(exported, matches, imageUrl) {
		const table = inAnyLanguage(exported);
		return oneRowUpdate(table, matches, {
			delimiter: ",",
			identity: ["ID", "SKU"],
			changes: [
				{ column: "Description", cell: (product) => htmlOf(paragraphsOf(product)) || undefined },
				{
					column: "Images",
					cell(product, theirs, row) {
						if (product.pictures.length === 0) return undefined;
						// A variation has one picture, its product the others.
						const isVariation = table.named("Type")?.of(row).includes("variation") ?? false;
						const listed = theirs.split(",").map((url) => url.trim());
						return isVariation
							? firstPictureOf(product, imageUrl).join()
							: picturesOf(product, imageUrl, listed.filter(Boolean)).join(", ");
					},
				},
			],
		});
	},
};

/** The same table, whose columns are found by their English names. */
function inAnyLanguage(table: ExportTable): ExportTable {
	return { ...table, named: (...names) => table.named(...names.flatMap(everyName)) };
}
