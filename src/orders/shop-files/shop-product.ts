import type { Variant } from "../../catalogue/fields/scopes.ts";

const WORDS = [
	"brand",
	"product_name",
	"product_description",
	"web_description",
	"net_weight",
	"category",
	"country_of_origin",
	"department",
] as const;
const CLAIMS = ["kosher_for_passover", "gluten_free", "vegan", "organic"] as const;

/** The members of a read's `product_meta` that shops take. */
export const SHOP_FIELDS: ReadonlySet<string> = new Set([...WORDS, ...CLAIMS, "hechshers", "ingredients"]);

type Words = { readonly [Name in (typeof WORDS)[number]]?: string | null };
type Claims = { readonly [Name in (typeof CLAIMS)[number]]?: boolean };

/** These members; those that were not bought are absent. */
export interface ShopMeta extends Words, Claims {
	readonly hechshers?: readonly { readonly symbol: string; readonly dairy_meat_pareve?: string | null }[];
	readonly ingredients?: {
		readonly ingredients_text?: string | null;
		readonly contains_statement?: string | null;
		readonly may_contain_statement?: string | null;
	};
}

/** What was bought of a product: fields of a read's `product_meta`, and pictures. */
export interface ShopProduct {
	readonly barcode: string;
	readonly meta: ShopMeta;
	/** Names of their files. */
	readonly pictures: readonly string[];
}

/** A file that a shop imports. */
export interface ShopFile {
	readonly name: string;
	readonly text: string;
}

/** The name of a picture's file for shops. It changes with the picture: a shop fetches an address once, and keeps a name once. */
export function pictureFileName(barcode: string, variant: Variant, version: string): string {
	return `${barcode}_${variant}-${version}.${variant.endsWith("_clean") ? "png" : "jpg"}`;
}

/** The barcode and variant of our picture behind an address, without what its name has beyond them: a version, and what shops add. */
export function pictureStem(address: string): string {
	const name = address.replace(/[?#].*$/, "").replace(/^.*\//, "");
	return /^(\d+_(?:front|back)(?:_clean)?)(?:[-_][\w-]+)?(?:\.\w+)+$/.exec(name)?.[1] ?? "";
}

/** The URL of a picture by the name of its file. */
export type ImageUrl = (name: string) => string;

/** Writes the file with which a shop imports new products. */
export type WriteShopFile = (products: readonly ShopProduct[], imageUrl: ImageUrl) => ShopFile;

/** The product name shown to customers; the barcode if no name was bought. */
export function titleOf({ barcode, meta }: ShopProduct): string {
	const { brand, product_name } = meta;
	if (!product_name) return [brand, barcode].filter(Boolean).join(" ");
	return !brand || product_name.toLowerCase().includes(brand.toLowerCase())
		? product_name
		: `${brand} ${product_name}`;
}

/** The first text that customers read: the marketing copy, or the tagline of the package. */
export function taglineOf({ meta }: ShopProduct): string {
	return meta.web_description || meta.product_description || "";
}

/** Labels of paragraphs; what an update finds under one of them in a shop was written by these files. */
export const LABELS = {
	ingredients: "Ingredients",
	netWeight: "Net weight",
	origin: "Country of origin",
	certification: "Kosher certification",
} as const;

/** What customers want to know about food, one paragraph each. */
export function paragraphsOf(product: ShopProduct): string[] {
	const { ingredients, net_weight, country_of_origin } = product.meta;
	const labelled = (label: string, text: string | null | undefined) => (text ? [`${label}: ${text}`] : []);
	return [
		...[taglineOf(product)].filter((text) => text !== ""),
		...labelled(LABELS.ingredients, ingredients?.ingredients_text),
		...[ingredients?.contains_statement, ingredients?.may_contain_statement]
			.filter((text) => !!text)
			.map(String),
		...labelled(LABELS.netWeight, net_weight),
		...labelled(LABELS.origin, country_of_origin),
		...labelled(LABELS.certification, hechshersOf(product).join(", ")),
	];
}

/** Paragraphs as HTML. */
export function htmlOf(paragraphs: readonly string[]): string {
	return paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("");
}

export function escapeHtml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function hechshersOf({ meta }: ShopProduct): string[] {
	return (meta.hechshers ?? []).map(({ symbol }) => symbol);
}

/** `dairy`, `meat` or `pareve`, if all certificates agree. */
export function kosherStatusOf({ meta }: ShopProduct): string {
	const said = new Set((meta.hechshers ?? []).map(({ dairy_meat_pareve }) => dairy_meat_pareve ?? ""));
	return said.size === 1 ? ([...said][0] ?? "") : "";
}

const TAG_OF_CLAIM = {
	kosher_for_passover: "Kosher for Passover",
	gluten_free: "Gluten free",
	vegan: "Vegan",
	organic: "Organic",
} as const;

/** All tags that claims make. */
export const CLAIM_TAGS: readonly string[] = Object.values(TAG_OF_CLAIM);

/** Tags for filtering in a shop. */
export function tagsOf({ meta }: ShopProduct): string[] {
	return CLAIMS.flatMap((claim) => (meta[claim] ? [TAG_OF_CLAIM[claim]] : []));
}

/** The barcode if it is a GTIN, which produce codes are not. */
export function gtinOf({ barcode }: ShopProduct): string {
	return [8, 12, 13, 14].includes(barcode.length) ? barcode : "";
}

/** The address of a picture below a base; its name alone where there is none. A comma would end an address in the lists of shops. */
export function pictureAddress(name: string, base: string | undefined): string {
	return base === undefined ? name : new URL(name, base).href.replaceAll(",", "%2C");
}

/** Where pictures are served, with a slash at the end: the address of one of them, as a shop shows it after an upload, is enough. `undefined` for what is no address of the web. */
export function pictureBase(text: string): string | undefined {
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return undefined;
	const base = /\/\d{4,14}_[\w-]+\.(jpg|png)(\?.*)?$/.test(text) ? new URL(".", text).href : text;
	return base.replace(/\/*$/, "/");
}
