import { plainName } from "@packshot/tables/column-names";
import type { CellAsIs, Cells } from "../../../src/orders/shop-files/csv-rows.ts";
import { type ImageUrl, pictureStem, type ShopProduct } from "../../../src/orders/shop-files/shop-product.ts";
import type { ListTable, TableLine } from "../barcode-list.ts";
import type { PulledProduct } from "../pulled-products.ts";
import type { Selection } from "../wanted.ts";

/** A product of the shop that is to be updated: the row with its barcode, and ours. */
export interface ExportMatch {
	readonly row: TableLine;
	readonly product: PulledProduct;
	/** What our files may have said of it before. */
	readonly before: readonly ShopProduct[];
	/** What is wanted of products: what of it is not there exists no more. */
	readonly wanted: Selection;
	/** Whether it is in the catalogue no more: it goes out of sale. */
	readonly isRemoved: boolean;
	/** Whether the row is that of our own file of new products: what has not changed since is up to the shop. */
	readonly isOffered: boolean;
	/** Whether the shop may have imported files of ours since. */
	readonly isStale: boolean;
}

/** What a shop exports, and how it takes changes of products that it has. */
export interface ShopExport {
	/** In words: `Shopify`. */
	readonly shop: string;
	/** @param what `update` for the file with which products are updated, `urgent` for what is to be imported at once */
	fileName(what: string): string;
	/** The column of our file of new products that has their barcodes. */
	readonly newKey: string;
	/** Names of the columns that say whether a product is on sale. */
	readonly saleColumns: readonly string[];
	/** What an export is known by, in words. */
	readonly columns: string;
	isExport(names: readonly string[]): boolean;
	/** The language in which an export names its columns, if the shop translates them and it is not English. */
	languageOf?(names: readonly string[]): string | undefined;
	/** Whether a row stands for something with a barcode of its own; without it, every row does. */
	isItem?(table: ExportTable, row: TableLine): boolean;
	/** Tells whether nothing that is wanted of a product could reach its row. */
	outOfReach(table: ExportTable, wanted: Selection): (row: TableLine) => boolean;
	update(table: ExportTable, matches: readonly ExportMatch[], imageUrl: ImageUrl): ExportUpdate;
}

export interface ExportUpdate {
	/** Absent where nothing can be updated. */
	readonly text?: string | undefined;
	/** Matches that the file leaves out, and why. */
	readonly untouched: ReadonlyMap<ExportMatch, string>;
}

export const NOTHING_BOUGHT = "neither a text nor a picture was bought";

/** Why a file leaves a product out for which the export has no cell. */
export function wouldEmpty(column: string): string {
	return `the export has no column "${column}", and an import would empty it`;
}

/** An export with its columns by name, in whatever case and with whatever punctuation. */
export interface ExportTable {
	readonly rows: readonly TableLine[];
	/** The column with one of these names, as the export writes it. */
	named(...names: string[]): ExportColumn | undefined;
	readonly columns: readonly ExportColumn[];
}

export interface ExportColumn {
	readonly name: string;
	of(row: TableLine): string;
}

export function exportTable({ names, rows }: ListTable): ExportTable {
	const columns = names.map((name, place): ExportColumn => ({ name, of: ({ cells }) => cells[place] ?? "" }));
	// Of two columns with one name, the first.
	const byName = new Map(columns.map((column) => [plainName(column.name), column] as const).reverse());
	return {
		rows,
		columns,
		named: (...wanted) =>
			wanted.map((name) => byName.get(plainName(name))).find((found) => found !== undefined),
	};
}

/** Whether a header has a column of each of these names. */
export function hasColumns(names: readonly string[], ...wanted: (string | readonly string[])[]): boolean {
	const plain = new Set(names.map(plainName));
	return wanted.every((name) => [name].flat().some((one) => plain.has(plainName(one))));
}

export function isFilled(column: ExportColumn | undefined, row: TableLine): boolean {
	return column !== undefined && column.of(row).trim() !== "";
}

export function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const item of items) {
		const group = groups.get(keyOf(item));
		if (group) group.push(item);
		else groups.set(keyOf(item), [item]);
	}
	return groups;
}

/** Cells of the shop, unchanged. */
export function cellsOf(columns: readonly (ExportColumn | undefined)[], row: TableLine): Cells {
	const cells = columns.flatMap((column): [string, CellAsIs][] =>
		column === undefined ? [] : [[column.name, { asIs: column.of(row) }]],
	);
	return Object.fromEntries(cells);
}

/** The addresses of our pictures of a product, then those of the shop's own: an import would drop what it does not name. */
export function picturesOf(match: ExportMatch, imageUrl: ImageUrl, theirs: readonly string[]): string[] {
	const { pictures } = match.product;
	const stems = new Set([...pictures.map(pictureStem), ...earlierStems(match)]);
	return [...pictures.map(imageUrl), ...theirs.filter((url) => !stems.has(pictureStem(url)))];
}

/** Whether a product has said the same for as long as the folder knows it. */
export function isUnchanged(
	{ product, before }: ExportMatch,
	said: (product: ShopProduct) => string,
): boolean {
	return before.every((version) => said(version) === said(product));
}

function earlierStems({ product: { barcode }, before, wanted }: ExportMatch): Set<string> {
	const pictures = before.flatMap((version) => version.pictures);
	return new Set([
		...pictures.map(pictureStem),
		...[...wanted.variants].map((variant) => `${barcode}_${variant}`),
	]);
}

/** Whether our files name pictures of a product, or named some. */
export function hasPictures(match: ExportMatch, theirs: readonly string[]): boolean {
	if (match.isOffered && isUnchanged(match, ({ pictures }) => pictures.join())) return false;
	const stems = earlierStems(match);
	return match.product.pictures.length > 0 || theirs.some((url) => stems.has(pictureStem(url)));
}

/** The first picture of a product, by which a variant is told: ours, or the shop's own. @returns undefined where there is nothing to change */
export function firstPictureOf(match: ExportMatch, imageUrl: ImageUrl, theirs: string): string | undefined {
	if (!hasPictures(match, [theirs])) return undefined;
	return picturesOf(match, imageUrl, theirs === "" ? [] : [theirs])[0] ?? "";
}

/** Whether a key of the shop is the barcode that our file of new products gave: zeros may have been lost. */
export function isOurKey(key: string, { product: { barcode } }: Pick<ExportMatch, "product">): boolean {
	const digits = (text: string) => text.trim().replace(/^'?0*/, "");
	return digits(key) !== "" && digits(key) === digits(barcode);
}
