import { CLAIM_TAGS, type ImageUrl, tagsOf } from "../../../src/orders/shop-files/shop-product.ts";
import { listed, WOOCOMMERCE_TEXTS } from "../../../src/orders/shop-files/woocommerce.ts";
import { type OneRowChange, oneRowExport } from "./one-row-export.ts";
import { correctedDescription, correctedTags, correctedText, isKnown } from "./own-cells.ts";
import {
	type ExportMatch,
	type ExportTable,
	firstPictureOf,
	hasColumns,
	hasPictures,
	picturesOf,
	type ShopExport,
} from "./shop-export.ts";
import { attributeChanges } from "./woocommerce-attributes.ts";
import { everyName, LANGUAGES, languageOf } from "./woocommerce-columns.ts";

/**
 * WooCommerce's own product export. Its importer finds products by ID or SKU, leaves what has no column, and replaces featured picture and gallery by
 * what `Images` lists. It takes column names in the shop's language and in English.
 */
export const woocommerceExport: ShopExport = oneRowExport({
	shop: "WooCommerce",
	fileName: (what) => `woocommerce-${what}.csv`,
	newKey: "SKU",
	saleColumns: everyName("Published"),
	columns: `ID or SKU, and Name, in one of these languages: ${LANGUAGES.join(", ")}`,
	languageOf,
	isExport: (names) =>
		hasColumns(
			names,
			["ID", "SKU"].flatMap(everyName),
			everyName("Name"),
			["Published", "Visibility in catalog", "Regular price", "Images"].flatMap(everyName),
		),
	inEnglish: (table) => ({ ...table, named: (...names) => table.named(...names.flatMap(everyName)) }),
	delimiter: ",",
	identity: ["ID", "SKU"],
	changes: (table, imageUrl) => [
		...Object.entries(WOOCOMMERCE_TEXTS).map(
			([column, textOf]): OneRowChange => ({
				column,
				isOfOurs: true,
				cell: (match, theirs) => correctedText(match, theirs, textOf),
			}),
		),
		{ column: "Description", cell: correctedDescription },
		{ column: "Tags", isOfOurs: true, cell: tagsCell },
		{ column: "Images", cell: (match, theirs) => imagesCell(table, match, theirs, imageUrl) },
		...attributeChanges(table),
	],
	// Not a draft: its page is gone for customers, and nothing of it is lost.
	outOfSale: { column: "Published", cell: "0" },
});

function tagsCell(match: ExportMatch, theirs: string): string | undefined {
	// The importer splits lists at commas, unless they are escaped with a backslash.
	const tags = partsOf(theirs).map((tag) => tag.replaceAll("\\,", ","));
	const more = isKnown(match, "info") ? CLAIM_TAGS : [];
	const corrected = correctedTags(match, tags, { tagsOf, more });
	return corrected && listed(corrected);
}

function imagesCell(
	table: ExportTable,
	match: ExportMatch,
	theirs: string,
	imageUrl: ImageUrl,
): string | undefined {
	// A variation has one picture, its product the others.
	const isVariation = table.named("Type")?.of(match.row).includes("variation") ?? false;
	if (isVariation) return firstPictureOf(match, imageUrl, theirs.trim());
	const addresses = partsOf(theirs);
	return hasPictures(match, addresses) ? picturesOf(match, imageUrl, addresses).join(", ") : undefined;
}

/** What a cell lists, as it is there. */
function partsOf(cell: string): string[] {
	return cell
		.split(/(?<!\\),/)
		.map((part) => part.trim())
		.filter(Boolean);
}
