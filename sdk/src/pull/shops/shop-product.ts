import type { PulledProduct } from "../pulled-products.ts";

/** A file that a shop imports. */
export interface ShopFile {
	readonly name: string;
	readonly text: string;
}

/** Writes the import file of a shop. `imageUrl` gives the URL of a picture in the folder by its name. */
export type WriteShopFile = (
	products: readonly PulledProduct[],
	imageUrl: (name: string) => string,
) => ShopFile;

/** The product name shown to customers; the barcode if no name was bought. */
export function titleOf({ barcode, meta }: PulledProduct): string {
	const { brand, product_name } = meta;
	if (!product_name) return [brand, barcode].filter(Boolean).join(" ");
	return !brand || product_name.toLowerCase().includes(brand.toLowerCase())
		? product_name
		: `${brand} ${product_name}`;
}

/** The first text that customers read: the marketing copy, or the tagline of the package. */
export function taglineOf({ meta }: PulledProduct): string {
	return meta.web_description || meta.product_description || "";
}

/** What customers want to know about food, one paragraph each. */
export function paragraphsOf(product: PulledProduct): string[] {
	const { ingredients, net_weight, country_of_origin } = product.meta;
	const labelled = (label: string, text: string | null | undefined) => (text ? [`${label}: ${text}`] : []);
	return [
		...[taglineOf(product)].filter((text) => text !== ""),
		...labelled("Ingredients", ingredients?.ingredients_text),
		...[ingredients?.contains_statement, ingredients?.may_contain_statement]
			.filter((text) => !!text)
			.map(String),
		...labelled("Net weight", net_weight),
		...labelled("Country of origin", country_of_origin),
		...labelled("Kosher certification", hechshersOf(product).join(", ")),
	];
}

/** Paragraphs as HTML. */
export function htmlOf(paragraphs: readonly string[]): string {
	return paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("");
}

function escapeHtml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function hechshersOf({ meta }: PulledProduct): string[] {
	return (meta.hechshers ?? []).map(({ symbol }) => symbol);
}

/** `dairy`, `meat` or `pareve`, if all certificates agree. */
export function kosherStatusOf({ meta }: PulledProduct): string {
	const said = new Set((meta.hechshers ?? []).map(({ dairy_meat_pareve }) => dairy_meat_pareve ?? ""));
	return said.size === 1 ? ([...said][0] ?? "") : "";
}

/** Tags for filtering in a shop. */
export function tagsOf({ meta }: PulledProduct): string[] {
	return [
		...(meta.kosher_for_passover ? ["Kosher for Passover"] : []),
		...(meta.gluten_free ? ["Gluten free"] : []),
		...(meta.vegan ? ["Vegan"] : []),
		...(meta.organic ? ["Organic"] : []),
	];
}

/** The barcode if it is a GTIN, which produce codes are not. */
export function gtinOf({ barcode }: PulledProduct): string {
	return [8, 12, 13, 14].includes(barcode.length) ? barcode : "";
}
