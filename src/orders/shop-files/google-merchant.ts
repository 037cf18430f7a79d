import { type Cells, csvTable } from "./csv-rows.ts";
import { googleGtin } from "./google-gtin.ts";
import {
	type ImageUrl,
	paragraphsOf,
	type ShopProduct,
	titleOf,
	type WriteShopFile,
} from "./shop-product.ts";

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

export const LONGEST_TITLE = 150;
export const LONGEST_DESCRIPTION = 5000;
export const MOST_ADDITIONAL_IMAGES = 10;

/** Cells of a product's own texts. */
export const GOOGLE_TEXTS: Readonly<Record<string, (product: ShopProduct) => string>> = {
	title: (product) => oneLine(titleOf(product)).slice(0, LONGEST_TITLE),
	description: (product) => oneLine(paragraphsOf(product).join(" ")).slice(0, LONGEST_DESCRIPTION),
	brand: ({ meta }) => oneLine(meta.brand ?? ""),
	product_type: ({ meta }) =>
		[meta.department, meta.category]
			.filter((name) => !!name)
			.map((name) => oneLine(String(name)))
			.join(" > "),
};

/** A tab-separated product data file for Google Merchant Center. */
export const googleMerchantFile: WriteShopFile = (products, imageUrl) => ({
	name: "google-merchant.tsv",
	text: csvTable(
		COLUMNS,
		products.map((product) => rowOf(product, imageUrl)),
		"\t",
	),
});

function rowOf(product: ShopProduct, imageUrl: ImageUrl): Cells {
	const { barcode, pictures } = product;
	const [first = "", ...others] = pictures.map(imageUrl);
	const read = googleGtin(barcode);
	const gtin = "gtin" in read ? read.gtin : "";
	return {
		id: barcode,
		...Object.fromEntries(Object.entries(GOOGLE_TEXTS).map(([column, textOf]) => [column, textOf(product)])),
		image_link: first,
		additional_image_link: others.join(","),
		condition: "new",
		gtin,
		identifier_exists: gtin === "" ? "no" : "yes",
	};
}

/** Tabs and line breaks would end a cell. */
export function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

/** Nothing is made up: a product whose name or description was not bought cannot be sold there. */
export function lackedByGoogle(product: ShopProduct): string | undefined {
	const { product_name } = product.meta;
	const missing = [
		...(product_name ? [] : ["name"]),
		...(paragraphsOf(product).length > 0 ? [] : ["description"]),
	];
	return missing.length === 0 ? undefined : `Google needs a ${missing.join(" and a ")}, and none was bought`;
}
