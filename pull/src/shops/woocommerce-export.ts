import { CLAIM_TAGS, type ImageUrl, tagsOf } from "../../../src/orders/shop-files/shop-product.ts";
import { listed, WOOCOMMERCE_TEXTS } from "../../../src/orders/shop-files/woocommerce.ts";
import { type OneRowChange, oneRowUpdate } from "./one-row-export.ts";
import { correctedDescription, correctedTags, correctedText, isKnown } from "./own-cells.ts";
import {
	type ExportMatch,
	type ExportTable,
	firstPictureOf,
	hasColumns,
	hasPictures,
	isFilled,
	isOurKey,
	picturesOf,
	type ShopExport,
} from "./shop-export.ts";
import { attributeChanges } from "./woocommerce-attributes.ts";
import { everyName, LANGUAGES, languageOf } from "./woocommerce-columns.ts";

const IDENTITY = ["ID", "SKU"];

/**
 * WooCommerce's own product export. Its importer finds products by ID or SKU, leaves what has no column, and replaces featured picture and gallery by
 * what `Images` lists. It takes column names in the shop's language and in English.
 */
export const woocommerceExport: ShopExport = {
	shop: "WooCommerce",
	fileName: "woocommerce-update.csv",
	urgentName: "woocommerce-urgent.csv",
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
	isItem: () => true,
	outOfReach(exported) {
		const keys = IDENTITY.map((name) => inAnyLanguage(exported).named(name));
		return (row) => !keys.some((key) => isFilled(key, row));
	},
	update(exported, matches, imageUrl) {
		const table = inAnyLanguage(exported);
		const sku = table.named("SKU");
		const isOurs = (match: ExportMatch) => sku !== undefined && isOurKey(sku.of(match.row), match);
		return oneRowUpdate(table, matches, {
			delimiter: ",",
			identity: IDENTITY,
			changes: [
				...Object.entries(WOOCOMMERCE_TEXTS).map(
					([column, textOf]): OneRowChange => ({
						column,
						cell: (match, theirs) => (isOurs(match) ? correctedText(match, theirs, textOf) : undefined),
					}),
				),
				{ column: "Description", cell: correctedDescription },
				{
					column: "Tags",
					cell: (match, theirs) => (isOurs(match) ? tagsCell(match, theirs) : undefined),
				},
				{ column: "Images", cell: (match, theirs) => imagesCell(table, match, theirs, imageUrl) },
				...attributeChanges(table),
			],
			// Not a draft: its page is gone for customers, and nothing of it is lost.
			outOfSale: { column: "Published", cell: "0" },
		});
	},
};

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

/** The same table, whose columns are found by their English names. */
function inAnyLanguage(table: ExportTable): ExportTable {
	return { ...table, named: (...names) => table.named(...names.flatMap(everyName)) };
}
