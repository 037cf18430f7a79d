import { type Cells, csvTable } from "./csv-rows.ts";
import {
	gtinOf,
	hechshersOf,
	htmlOf,
	type ImageUrl,
	kosherStatusOf,
	paragraphsOf,
	type ShopProduct,
	tagsOf,
	titleOf,
	type WriteShopFile,
} from "./shop-product.ts";

const COLUMNS = [
	"Title",
	"URL handle",
	"Description",
	"Vendor",
	"Type",
	"Tags",
	"Published on online store",
	"Status",
	"SKU",
	"Barcode",
	"Option1 name",
	"Option1 value",
	"Product image URL",
	"Image position",
	"Image alt text",
];

const LONGEST_TITLE = 255;

/**
 * The file of Shopify's product import: a row for each product, and one more for each further picture. Products are drafts, because prices are up to the
 * shop.
 */
export const shopifyFile: WriteShopFile = (products, imageUrl) => ({
	name: "shopify.csv",
	text: csvTable(
		COLUMNS,
		products.flatMap((product) => rowsOf(product, imageUrl)),
	),
});

function rowsOf(product: ShopProduct, imageUrl: ImageUrl): Cells[] {
	const { barcode, pictures } = product;
	const handle = { "URL handle": barcode };
	const images = pictures.map((name, place) => ({
		"Product image URL": imageUrl(name),
		"Image position": String(place + 1),
		"Image alt text": titleOf(product),
	}));
	const [first, ...others] = images;
	return [
		{ ...handle, ...productCells(product), ...first },
		...others.map((image) => ({ ...handle, ...image })),
	];
}

/** Cells of a product's own texts. */
export const SHOPIFY_TEXTS: Readonly<Record<string, (product: ShopProduct) => string>> = {
	Title: (product) => titleOf(product).slice(0, LONGEST_TITLE),
	Vendor: ({ meta }) => meta.brand ?? "",
	Type: ({ meta }) => meta.category ?? "",
};

export function shopifyTagsOf(product: ShopProduct): string[] {
	const { department } = product.meta;
	return [...tagsOf(product), ...hechshersOf(product), kosherStatusOf(product), department ?? ""]
		.filter((tag) => tag !== "")
		.map(asTag);
}

/** Tags are separated by commas, which cannot be escaped. */
export const asTag = (text: string) => text.replaceAll(",", " ");

function productCells(product: ShopProduct): Cells {
	const { barcode } = product;
	const texts = Object.entries(SHOPIFY_TEXTS).map(([column, textOf]) => [column, textOf(product)]);
	return {
		...Object.fromEntries(texts),
		Description: htmlOf(paragraphsOf(product)),
		Tags: shopifyTagsOf(product).join(", "),
		"Published on online store": "FALSE",
		Status: "Draft",
		SKU: barcode,
		Barcode: gtinOf(product),
		"Option1 name": "Title",
		"Option1 value": "Default Title",
	};
}
