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
	taglineOf,
	tagsOf,
	titleOf,
	type WriteShopFile,
} from "./shop-product.ts";

const COLUMNS = [
	"Type",
	"SKU",
	"GTIN, UPC, EAN, or ISBN",
	"Name",
	"Published",
	"Visibility in catalog",
	"Short description",
	"Description",
	"Categories",
	"Tags",
	"Images",
	"Brands",
];

const ATTRIBUTES: readonly {
	readonly name: string;
	readonly values: (product: ShopProduct) => readonly string[];
}[] = [
	{ name: "Kosher certification", values: hechshersOf },
	{ name: "Kosher status", values: (product) => given(kosherStatusOf(product)) },
	{ name: "Net weight", values: ({ meta }) => given(meta.net_weight) },
	{ name: "Country of origin", values: ({ meta }) => given(meta.country_of_origin) },
];

/** The file of WooCommerce's own product importer. Products are drafts, because prices are up to the shop. */
export const woocommerceFile: WriteShopFile = (products, imageUrl) => {
	const columns = [
		...COLUMNS,
		...ATTRIBUTES.flatMap((_, place) =>
			["name", "value(s)", "visible", "global"].map((part) => attribute(place, part)),
		),
	];
	const rows = products.map((product) => rowOf(product, imageUrl));
	return { name: "woocommerce.csv", text: csvTable(columns, rows) };
};

/** Neither published nor private. */
const DRAFT = -1;

const attribute = (place: number, part: string) => `Attribute ${place + 1} ${part}`;

const given = (text: string | null | undefined) => (text ? [text] : []);

function rowOf(product: ShopProduct, imageUrl: ImageUrl): Cells {
	const { barcode, meta, pictures } = product;
	return {
		Type: "simple",
		SKU: barcode,
		"GTIN, UPC, EAN, or ISBN": gtinOf(product),
		Name: titleOf(product),
		Published: DRAFT,
		"Visibility in catalog": "visible",
		"Short description": taglineOf(product),
		Description: htmlOf(paragraphsOf(product)),
		Categories: [meta.department, meta.category]
			.filter((name) => !!name)
			.map((name) => listed([String(name)]))
			.join(" > "),
		Tags: listed(tagsOf(product)),
		Images: pictures.map((variant) => imageUrl(pictureFileName(barcode, variant))).join(", "),
		Brands: listed(given(meta.brand)),
		...Object.assign(
			{},
			...ATTRIBUTES.map(({ name, values }, place) => attributeCells(place, name, values(product))),
		),
	};
}

function attributeCells(place: number, name: string, values: readonly string[]): Cells {
	if (values.length === 0) return {};
	return {
		[attribute(place, "name")]: name,
		[attribute(place, "value(s)")]: listed(values),
		[attribute(place, "visible")]: "1",
		[attribute(place, "global")]: "0",
	};
}

/** The importer splits lists at commas, unless they are escaped with a backslash. */
function listed(values: readonly string[]): string {
	return values.map((value) => value.replaceAll(",", "\\,")).join(", ");
}
