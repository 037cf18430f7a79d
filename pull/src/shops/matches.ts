import { isDeepStrictEqual } from "node:util";
import type { ImageUrl, ShopProduct } from "../../../src/orders/shop-files/shop-product.ts";
import { type ListTable, readBarcodeList } from "../barcode-list.ts";
import { type EarlierVersions, shopMetaOf } from "../earlier-versions.ts";
import { type ListedLine, removedIn } from "../listed-products.ts";
import type { PulledProduct } from "../pulled-products.ts";
import type { Selection } from "../wanted.ts";
import type { ShopFormat } from "./formats.ts";
import { type ExportMatch, exportTable, groupedBy, isOurKey } from "./shop-export.ts";

/** Products that a table has, with their rows. */
export interface Matches {
	readonly table: ListTable;
	readonly matches: readonly ExportMatch[];
}

/** Which products are in the shop, and by which table they are known there. */
export interface MatchedProducts {
	/** In what the shop exports. */
	readonly shops: Matches;
	/** In our files of new products, which the shop may have imported. */
	readonly offered: Matches;
	readonly fresh: readonly PulledProduct[];
	/** Those that several rows of the export have. */
	readonly ambiguous: ShopOutcomes;
}

/** What becomes of products in the files for the shop, by barcode. */
export type ShopOutcomes = ReadonlyMap<string, ShopOutcome>;

export interface ShopOutcome {
	readonly shop: "updated" | "out of sale" | "new" | "untouched";
	readonly note: string;
}

const NONE: Matches = { table: { names: [], rows: [] }, matches: [] };

/** What is known of a shop's products. */
export interface KnownOfShop {
	/** What it exports. */
	readonly own: { readonly table: ListTable } | undefined;
	/** What the barcodes of the export mean; of the list where there is none. */
	readonly lines: readonly ListedLine[];
	readonly earlier: EarlierVersions;
	/** What is wanted of products. */
	readonly wanted: Selection;
	/** Whether what the folder has is brought up to date: the shop may have imported its files. */
	readonly isRefresh: boolean;
}

export async function matchProducts(
	products: readonly PulledProduct[],
	{ own, lines, earlier, wanted, isRefresh }: KnownOfShop,
	shop: ShopFormat,
	imageUrl: ImageUrl,
): Promise<MatchedProducts> {
	const removed = removedIn(lines);
	const rows = new Map(own?.table.rows.map((row) => [row.line, row]));
	const byBarcode = groupedBy(own ? lines : [], ({ barcode = "" }) => barcode);
	const ambiguous = new Map<string, ShopOutcome>();
	const matches: ExportMatch[] = [];
	const others: Omit<ExportMatch, "row">[] = [];
	const hasSomething = ({ barcode, scopes, variants }: PulledProduct) =>
		Object.keys(scopes).length > 0 || variants.length > 0 || earlier.has(barcode);
	for (const product of products) {
		const { barcode } = product;
		const before = earlier.get(barcode) ?? [];
		const found = byBarcode.get(barcode) ?? [];
		const row = rows.get(found[0]?.line ?? 0);
		const match = {
			product,
			before,
			wanted,
			isRemoved: removed.has(barcode),
			isOffered: row === undefined,
			isStale: isRefresh,
		};
		if (!row) {
			if (hasSomething(product)) others.push(match);
		} else if (found.length === 1) matches.push({ ...match, row });
		else ambiguous.set(barcode, { shop: "untouched", note: severalRows(found) });
	}
	const isOffered = (match: Omit<ExportMatch, "row">) =>
		match.isRemoved || (isRefresh && hasChanged(match.product, earlier.get(match.product.barcode) ?? []));
	return {
		shops: own ? { table: own.table, matches } : NONE,
		offered: await offeredRows(shop, others.filter(isOffered), imageUrl),
		fresh: others.filter((match) => !isOffered(match)).map(({ product }) => product),
		ambiguous,
	};
}

/** Products of which nothing can reach the shop, so that nothing of them is worth buying. */
export function outOfReach(
	{ own, lines, wanted }: Pick<KnownOfShop, "own" | "lines" | "wanted">,
	{ own: shop }: ShopFormat,
): ReadonlySet<string> {
	if (!own) return new Set();
	const isOutOfReach = shop.outOfReach(exportTable(own.table), wanted);
	const rows = new Map(own.table.rows.map((row) => [row.line, row]));
	const byBarcode = groupedBy(lines, ({ barcode = "" }) => barcode);
	const out = [...byBarcode].filter(([, [first, ...others]]) => {
		const row = rows.get(first?.line ?? 0);
		return row !== undefined && (others.length > 0 || isOutOfReach(row));
	});
	return new Set(out.map(([barcode]) => barcode));
}

function severalRows(lines: readonly Pick<ListedLine, "line">[]): string {
	return `several rows of the export have this barcode: lines ${lines.map(({ line }) => line).join(", ")}`;
}

function hasChanged({ meta, pictures }: PulledProduct, earlier: readonly ShopProduct[]): boolean {
	const now = [shopMetaOf(meta), pictures];
	return earlier.some((version) => !isDeepStrictEqual([version.meta, version.pictures], now));
}

/** Products in the rows that a file of new products had for them. Whether they are on sale is up to the shop. */
async function offeredRows(
	{ write, own }: ShopFormat,
	offered: readonly Omit<ExportMatch, "row">[],
	imageUrl: ImageUrl,
): Promise<Matches> {
	if (offered.length === 0) return NONE;
	const written = write(
		offered.map(({ product, before: [first = product] }) => first),
		imageUrl,
	);
	const { table } = await readBarcodeList(new TextEncoder().encode(written.text), { column: own.newKey });
	const place = table.names.indexOf(own.newKey);
	const matches = offered.flatMap((match): ExportMatch[] => {
		const row = table.rows.find(({ cells }) => isOurKey(cells[place] ?? "", match));
		return row ? [{ ...match, row }] : [];
	});
	const names = table.names.map((name) => (own.saleColumns.includes(name) ? "" : name));
	return { table: { ...table, names }, matches };
}
