import { type Cells, csvTable } from "../csv-rows.ts";
import { pictureName } from "../folder.ts";
import type { PulledProduct } from "../pulled-products.ts";
import { gtinOf, paragraphsOf, titleOf, type WriteShopFile } from "./shop-product.ts";

/** `link`, `availability` and `price` are required but up to the shop: they are empty, to be filled in or supplied by another source. */
const COLUMNS = [
	"id",
	"title",
	"description",
	"link",
	"image_link",
	"additional_image_link",
	"availability",
	"price",
	"condition",
	"brand",
	"gtin",
	"identifier_exists",
	"product_type",
];

const LONGEST_TITLE = 150;
const LONGEST_DESCRIPTION = 5000;

/** A tab-separated product data file for Google Merchant Center. */
export const googleMerchantFile: WriteShopFile = (products, imageUrl) => ({
	name: "google-merchant.tsv",
	text: csvTable(
		COLUMNS,
		products.map((product) => rowOf(product, imageUrl)),
		"\t",
	),
});

function rowOf(product: PulledProduct, imageUrl: (name: string) => string): Cells {
	const { barcode, meta, pictures } = product;
	const [first = "", ...others] = pictures.map((variant) => imageUrl(pictureName(barcode, variant)));
	const gtin = gtinOf(product);
	return {
		id: barcode,
		title: inOneLine(titleOf(product)).slice(0, LONGEST_TITLE),
		description: inOneLine(paragraphsOf(product).join(" ")).slice(0, LONGEST_DESCRIPTION),
		image_link: first,
		additional_image_link: others.join(","),
		condition: "new",
		brand: inOneLine(meta.brand ?? ""),
		gtin,
		identifier_exists: gtin === "" ? "no" : "yes",
		product_type: [meta.department, meta.category]
			.filter((name) => !!name)
			.map((name) => inOneLine(String(name)))
			.join(" > "),
	};
}

/** Tabs and line breaks would end a cell. */
function inOneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}
