import { plainName } from "@packshot/tables/column-names";
import type { CellAsIs, Cells } from "../../../../src/orders/shop-files/csv-rows.ts";
import type { ImageUrl } from "../../../../src/orders/shop-files/shop-product.ts";
import type { ListTable, TableLine } from "../barcode-list.ts";
import { pictureName } from "../folder.ts";
import type { PulledProduct } from "../pulled-products.ts";

/** A product of the shop that is to be updated: the row with its barcode, and ours. */
export interface ExportMatch {
	readonly row: TableLine;
	readonly product: PulledProduct;
}

/** What a shop exports, and how it takes changes of products that it has. */
export interface ShopExport {
	/** In words: `Shopify`. */
	readonly shop: string;
	/** Name of the file with which products are updated. */
	readonly fileName: string;
	/** What an export is known by, in words. */
	readonly columns: string;
	isExport(names: readonly string[]): boolean;
	/** The language in which an export names its columns, if the shop translates them and it is not English. */
	languageOf?(names: readonly string[]): string | undefined;
	/** Whether a row stands for something with a barcode of its own. */
	isItem(table: ExportTable, row: TableLine): boolean;
	update(table: ExportTable, matches: readonly ExportMatch[], imageUrl: ImageUrl): ExportUpdate;
}

export interface ExportUpdate {
	/** Absent where nothing can be updated. */
	readonly text?: string | undefined;
	/** Matches that the file leaves out, and why. */
	readonly untouched: ReadonlyMap<ExportMatch, string>;
}

/** An export with its columns by name, in whatever case and with whatever punctuation. */
export interface ExportTable {
	readonly rows: readonly TableLine[];
	/** The column with one of these names, as the export writes it. */
	named(...names: string[]): ExportColumn | undefined;
}

export interface ExportColumn {
	readonly name: string;
	of(row: TableLine): string;
}

export function exportTable({ names, rows }: ListTable): ExportTable {
	// Of two columns with one name, the first.
	const places = new Map(names.map((name, place) => [plainName(name), place] as const).reverse());
	return {
		rows,
		named(...wanted) {
			const place = wanted.map((name) => places.get(plainName(name))).find((found) => found !== undefined);
			if (place === undefined) return undefined;
			return { name: names[place] ?? "", of: ({ cells }) => cells[place] ?? "" };
		},
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

/** The first picture that is bought of a product, by which a variant is told. */
export function firstPictureOf({ barcode, pictures }: PulledProduct, imageUrl: ImageUrl): string[] {
	return pictures.slice(0, 1).map((variant) => imageUrl(pictureName(barcode, variant)));
}

/** The addresses of our pictures of a product, then those of the shop's own: an import would drop what it does not name. */
export function picturesOf(
	{ barcode, pictures }: PulledProduct,
	imageUrl: ImageUrl,
	theirs: readonly string[],
): string[] {
	const names = pictures.map((variant) => pictureName(barcode, variant));
	const stems = new Set(names.map((name) => name.replace(/\.\w+$/, "")));
	return [...names.map(imageUrl), ...theirs.filter((url) => !stems.has(stemOf(url)))];
}

/** The name of our picture behind an address, without what shops add to the names of files that they take. */
function stemOf(url: string): string {
	const name = url.replace(/[?#].*$/, "").replace(/^.*\//, "");
	return /^(\d+_(?:front|back)(?:_clean)?)(?:[-_][\w-]+)?\.\w+$/.exec(name)?.[1] ?? "";
}
