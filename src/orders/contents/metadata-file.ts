import { VARIANTS, type Variant } from "../../catalogue/fields/scopes.ts";
import type { ProductCaller } from "../../catalogue/reading/read-product.ts";
import { BYTE_ORDER_MARK } from "../../platform/csv-cell.ts";
import { textWorkbook } from "../../platform/text-workbook.ts";
import { NEW_PRODUCT_FORMATS, type NewProductFormat } from "../shop-files/formats.ts";
import { pictureAddress, pictureStem, type ShopProduct } from "../shop-files/shop-product.ts";
import { type BoughtParts, type BoughtToday, boughtToday } from "./bought-today.ts";
import { isShop, type MetadataFormat } from "./metadata-formats.ts";
import type { OrderContent } from "./order-content.ts";
import { COLUMN_NAMES, CSV_HEADER, cellsOf, csvLine, importShape, ndjsonLine } from "./product-files.ts";

/** Products checked against current permissions before any of them is sent. */
const LINES_AT_ONCE = 50;

interface FileWanted {
	readonly format: MetadataFormat;
	/** Where the shop will serve the pictures; only for files for shops. */
	readonly pictureBase?: string | undefined;
	/** Names a picture's file as the archive for shops does; undefined if there is no such picture any more. Only for files for shops. */
	readonly nameOf?: NamePicture | undefined;
	/** Orders whose values and pictures of the same products are added; only for files for shops. */
	readonly others?: readonly { readonly content: OrderContent; readonly nameOf: NamePicture }[];
}

export type NamePicture = (
	product: Pick<BoughtToday, "line" | "barcodeToday">,
	variant: Variant,
) => Promise<string | undefined>;

const NO_NAMES: NamePicture = async () => undefined;

/**
 * The metadata of an order as one file, in chunks: as bought, without what is locked today; what goes into a shop has the values of today, because a
 * hechsher may have been withdrawn. An order has at most 1,000 lines.
 */
export async function* metadataFile(
	parts: BoughtParts,
	caller: ProductCaller,
	content: OrderContent,
	{ format, pictureBase, nameOf = NO_NAMES, others = [] }: FileWanted,
): AsyncGenerator<string | Buffer> {
	if (isShop(format)) {
		const today = (order: OrderContent) => bought(parts, caller, order, "today");
		const whole = await shopProducts(today(content), nameOf);
		for (const other of others) await addFrom(today(onlyOf(other.content, whole)), other.nameOf, whole);
		yield shopFile([...whole.values()], NEW_PRODUCT_FORMATS[format], pictureBase);
		return;
	}
	const products = bought(parts, caller, content);
	if (format === "xlsx") {
		yield await workbook(products);
		return;
	}
	if (format === "csv") yield BYTE_ORDER_MARK + CSV_HEADER;
	const line = format === "csv" ? csvLine : ndjsonLine;
	for await (const group of products) yield group.map((each) => line(importShape(each))).join("");
}

/** New products for a shop, without those that it would refuse. Pictures are named by their files where no base of addresses is given. */
function shopFile(
	products: readonly ShopProduct[],
	{ write, lacked }: NewProductFormat,
	base: string | undefined,
): string {
	const taken = products.filter((product) => lacked(product) === undefined);
	return write(taken, (name) => pictureAddress(name, base)).text;
}

async function shopProduct(bought: BoughtToday, nameOf: NamePicture): Promise<ShopProduct> {
	const { line, members, pictures = [] } = bought;
	const { product_meta } = JSON.parse(`{${members.toString("utf8")}}`);
	const names = await Promise.all(pictures.map((variant) => nameOf(bought, variant)));
	return {
		barcode: line.barcode,
		meta: product_meta ?? {},
		pictures: names.filter((name) => name !== undefined),
	};
}

/** Whether something was bought of it, and it has not been removed from the catalogue. */
function isThereToSell({ line, pictures = [], isRemoved }: BoughtToday): boolean {
	return !isRemoved && (line.scopes.length > 0 || pictures.length > 0);
}

type Whole = Map<string, ShopProduct>;

async function shopProducts(
	groups: AsyncIterable<readonly BoughtToday[]>,
	nameOf: NamePicture,
): Promise<Whole> {
	const all: Whole = new Map();
	for await (const group of groups)
		for (const each of group)
			if (isThereToSell(each)) all.set(each.line.barcode, await shopProduct(each, nameOf));
	return all;
}

/** Adds what another order has of the same products: values where there are none yet, and pictures. */
async function addFrom(
	groups: AsyncIterable<readonly BoughtToday[]>,
	nameOf: NamePicture,
	whole: Whole,
): Promise<void> {
	for (const [barcode, other] of await shopProducts(groups, nameOf)) {
		const own = whole.get(barcode);
		if (!own) continue;
		const values = Object.entries(own.meta).filter(([, value]) => value !== null);
		whole.set(barcode, {
			barcode,
			meta: { ...other.meta, ...Object.fromEntries(values) },
			pictures: VARIANTS.flatMap((variant) => {
				const isOf = (name: string) => pictureStem(name) === `${barcode}_${variant}`;
				return own.pictures.find(isOf) ?? other.pictures.find(isOf) ?? [];
			}),
		});
	}
}

/** The lines of an order that are about these products. */
function onlyOf(
	{ locks, lines, bought }: OrderContent,
	products: ReadonlyMap<string, unknown>,
): OrderContent {
	const places = lines.flatMap(({ barcode }, place) => (products.has(barcode) ? [place] : []));
	return {
		locks,
		lines: lines.filter(({ barcode }) => products.has(barcode)),
		bought: (place) => bought(places[place] ?? -1),
	};
}

async function* bought(
	parts: BoughtParts,
	caller: ProductCaller,
	content: OrderContent,
	metadata?: "today",
): AsyncGenerator<readonly BoughtToday[]> {
	for (let from = 0; from < content.lines.length; from += LINES_AT_ONCE) {
		const places = content.lines.slice(from, from + LINES_AT_ONCE).map((_, place) => from + place);
		const lines = await Promise.all(
			// The picture size is irrelevant: no column depends on it.
			places.map((place) => boughtToday(parts, caller, content, { place, sizePx: null, metadata })),
		);
		yield lines.filter((line) => line !== undefined);
	}
}

async function workbook(products: AsyncIterable<readonly BoughtToday[]>): Promise<Buffer> {
	const rows: string[][] = [];
	for await (const group of products)
		rows.push(...group.map((product) => [...cellsOf(importShape(product))]));
	return textWorkbook("Products", COLUMN_NAMES, rows);
}
