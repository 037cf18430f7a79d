import { type Cells, csvTable } from "./csv-rows.ts";
import {
	escapeHtml,
	gtinOf,
	hechshersOf,
	htmlOf,
	type ImageUrl,
	kosherStatusOf,
	LABELS,
	paragraphsOf,
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

/** Cells of a product's own texts: those that are HTML as such, names of terms with the characters escaped that part them. */
export const WOOCOMMERCE_TEXTS: Readonly<Record<string, (product: ShopProduct) => string>> = {
	Name: (product) => escapeHtml(titleOf(product)),
	"Short description": (product) => escapeHtml(taglineOf(product)),
	Categories: ({ meta }) =>
		[meta.department, meta.category]
			.filter((name) => !!name)
			.map((name) => listed([escapeHtml(String(name))]))
			.join(" > "),
	Brands: ({ meta }) => listed(given(meta.brand)),
};

export const WOOCOMMERCE_ATTRIBUTES: readonly {
	readonly name: string;
	readonly values: (product: ShopProduct) => readonly string[];
}[] = [
	{ name: LABELS.certification, values: hechshersOf },
	{ name: "Kosher status", values: (product) => given(kosherStatusOf(product)) },
	{ name: LABELS.netWeight, values: ({ meta }) => given(meta.net_weight) },
	{ name: LABELS.origin, values: ({ meta }) => given(meta.country_of_origin) },
];

/** The file of WooCommerce's own product importer. Products are drafts, because prices are up to the shop. */
export const woocommerceFile: WriteShopFile = (products, imageUrl) => {
	const columns = [
		...COLUMNS,
		...WOOCOMMERCE_ATTRIBUTES.flatMap((_, place) =>
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
	const { barcode, pictures } = product;
	const texts = Object.entries(WOOCOMMERCE_TEXTS).map(([column, textOf]) => [column, textOf(product)]);
	return {
		Type: "simple",
		SKU: barcode,
		"GTIN, UPC, EAN, or ISBN": gtinOf(product),
		Published: DRAFT,
		"Visibility in catalog": "visible",
		Description: htmlOf(paragraphsOf(product)),
		Tags: listed(tagsOf(product)),
		Images: pictures.map(imageUrl).join(", "),
		...Object.fromEntries(texts),
		...Object.assign(
			{},
			...WOOCOMMERCE_ATTRIBUTES.map(({ name, values }, place) =>
				attributeCells(place, name, values(product)),
			),
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
export function listed(values: readonly string[]): string {
	return values.map((value) => value.replaceAll(",", "\\,")).join(", ");
}
