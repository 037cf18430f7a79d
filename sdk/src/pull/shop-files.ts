import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { BarcodeRow } from "@packshot/tables/barcode-table";
import { counted } from "./amounts.ts";
import type { BarcodeList, ListTable } from "./barcode-list.ts";
import type { PullFolder } from "./folder.ts";
import type { ListedLine } from "./listed-products.ts";
import type { Say } from "./output.ts";
import type { PulledProduct } from "./pulled-products.ts";
import { SHOP_FORMATS } from "./shops/formats.ts";
import { type ExportMatch, exportTable, groupedBy } from "./shops/shop-export.ts";
import { unusable } from "./stopped.ts";

/** A shop for which files are written. */
export interface ShopRequest {
	readonly format: string;
	/** Where it will serve the pictures. */
	readonly imageBaseUrl: string | undefined;
	/** What it has already; without it, all products are new. */
	readonly own: OwnExport | undefined;
}

/** What a shop exports, with its barcodes. */
export interface OwnExport {
	readonly table: ListTable;
	readonly entries: readonly BarcodeRow[];
}

/** What became of products in the files for the shop, by barcode. */
export type ShopOutcomes = ReadonlyMap<string, ShopOutcome>;

interface ShopOutcome {
	readonly shop: "updated" | "new" | "untouched";
	readonly note: string;
}

/** @returns undefined when a list is not what the shop exports */
export function ownExport(format: string, { table, entries }: BarcodeList): OwnExport | undefined {
	const own = SHOP_FORMATS.get(format)?.own;
	if (!own?.isExport(table.names)) return undefined;
	const opened = exportTable(table);
	const others = new Set(opened.rows.filter((row) => !own.isItem(opened, row)).map(({ line }) => line));
	return { table, entries: entries.filter(({ line }) => !others.has(line)) };
}

/**
 * What a list asks of a shop: it may be what the shop exports, or that is a table of its own.
 * @throws PullStopped for a table that the shop does not export
 */
export function shopOf(
	list: BarcodeList,
	{
		format,
		imageBaseUrl,
		shopExport,
	}: {
		readonly format: string | undefined;
		readonly imageBaseUrl: string | undefined;
		readonly shopExport: BarcodeList | undefined;
	},
): { readonly entries: readonly BarcodeRow[]; readonly shop: ShopRequest | undefined } {
	if (format === undefined) return { entries: list.entries, shop: undefined };
	const own = ownExport(format, shopExport ?? list);
	if (shopExport && !own) {
		const { shop, columns } = SHOP_FORMATS.get(format)?.own ?? {};
		throw unusable(`the shop's export is no export of ${shop}: it needs the columns ${columns}`);
	}
	const entries = shopExport ? list.entries : (own?.entries ?? list.entries);
	return { entries, shop: { format, imageBaseUrl, own } };
}

/**
 * Writes the file of new products, and the one that updates those the shop has. Products are matched by barcode alone; where that is ambiguous, nothing is
 * changed. @param lines what the barcodes of the export mean. @param uploaded addresses of pictures by file name
 */
export async function writeShopFiles(
	{ path, files }: PullFolder,
	products: readonly PulledProduct[],
	{
		format,
		imageBaseUrl,
		own,
		uploaded,
	}: ShopRequest & { readonly uploaded: ReadonlyMap<string, string> | undefined },
	lines: readonly ListedLine[],
	say: Say,
): Promise<ShopOutcomes> {
	const shop = SHOP_FORMATS.get(format);
	if (!shop) return new Map();
	const imageUrl = (name: string) =>
		uploaded?.get(name) ?? (imageBaseUrl === undefined ? name : new URL(name, imageBaseUrl).href);
	const write = async (name: string, text: string | undefined) => {
		// What an earlier run wrote would be out of date.
		if (text === undefined) await rm(join(path, name), { force: true });
		else await files.write(join(path, name), text);
	};
	const { matches, outcomes, added } = own
		? matched(own, products, lines)
		: { matches: [], outcomes: new Map<string, ShopOutcome>(), added: products };
	for (const product of added) {
		const lacked = shop.lacked(product);
		outcomes.set(product.barcode, { shop: lacked === undefined ? "new" : "untouched", note: lacked ?? "" });
	}
	const accepted = added.filter((product) => shop.lacked(product) === undefined);
	const { text = undefined, untouched } = own
		? shop.own.update(exportTable(own.table), matches, imageUrl)
		: { untouched: new Map<ExportMatch, string>() };
	for (const match of matches) {
		const note = untouched.get(match);
		outcomes.set(match.product.barcode, {
			shop: note === undefined ? "updated" : "untouched",
			note: note ?? "",
		});
	}
	await write(shop.own.fileName, text);
	const fresh = shop.write(accepted, imageUrl);
	await write(fresh.name, own && accepted.length === 0 ? undefined : fresh.text);
	sayOutcomes(outcomes, { update: shop.own.fileName, fresh: fresh.name }, say);
	return outcomes;
}

function matched(own: OwnExport, products: readonly PulledProduct[], lines: readonly ListedLine[]) {
	const rows = new Map(own.table.rows.map((row) => [row.line, row]));
	const byBarcode = groupedBy(lines, ({ barcode = "" }) => barcode);
	const outcomes = new Map<string, ShopOutcome>();
	const matches: ExportMatch[] = [];
	const added: PulledProduct[] = [];
	for (const product of products) {
		const { barcode } = product;
		const found = byBarcode.get(barcode) ?? [];
		const row = rows.get(found[0]?.line ?? 0);
		if (!row) {
			added.push(product);
		} else if (found.length === 1) matches.push({ row, product });
		else {
			const places = found.map(({ line }) => line).join(", ");
			outcomes.set(barcode, {
				shop: "untouched",
				note: `several rows of the export have this barcode: lines ${places}`,
			});
		}
	}
	return { matches, outcomes, added };
}

function sayOutcomes(
	outcomes: ShopOutcomes,
	{ update, fresh }: { readonly update: string; readonly fresh: string },
	say: Say,
): void {
	const all = [...outcomes.values()];
	const count = (shop: ShopOutcome["shop"]) => all.filter((outcome) => outcome.shop === shop).length;
	const [updated, added, untouched] = [count("updated"), count("new"), count("untouched")];
	if (updated > 0) say(`${counted(updated, "product")} of the shop to update: ${update}`);
	if (added > 0) say(`${counted(added, "product")} new in the shop: ${fresh}`);
	if (untouched > 0) say(`${counted(untouched, "product")} left untouched: report.csv says why.`);
}
