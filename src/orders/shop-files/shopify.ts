import { type Cells, csvTable } from "./csv-rows.ts";
import {
	gtinOf,
	hechshersOf,
	htmlOf,
	type ImageUrl,
	kosherStatusOf,
	paragraphsOf,
	pictureFileName,
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
	const images = pictures.map((variant, place) => ({
		"Product image URL": imageUrl(pictureFileName(barcode, variant)),
		"Image position": String(place + 1),
		"Image alt text": titleOf(product),
	}));
	const [first, ...others] = images;
	return [
		{ ...handle, ...productCells(product), ...first },
		...others.map((image) => ({ ...handle, ...image })),
	];
}

function productCells(product: ShopProduct): Cells {
	const { barcode, meta } = product;
	const tags = [...tagsOf(product), ...hechshersOf(product), kosherStatusOf(product), meta.department ?? ""];
	return {
		Title: titleOf(product).slice(0, LONGEST_TITLE),
		Description: htmlOf(paragraphsOf(product)),
		Vendor: meta.brand ?? "",
		Type: meta.category ?? "",
		// Tags are separated by commas, which cannot be escaped.
		Tags: tags
			.filter((tag) => tag !== "")
			.map((tag) => tag.replaceAll(",", " "))
			.join(", "),
		"Published on online store": "FALSE",
		Status: "Draft",
		SKU: barcode,
		Barcode: gtinOf(product),
		"Option1 name": "Title",
		"Option1 value": "Default Title",
	};
}
