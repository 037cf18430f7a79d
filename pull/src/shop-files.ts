import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BarcodeRow } from "@packshot/tables/barcode-table";
import { pictureAddress } from "../../src/orders/shop-files/shop-product.ts";
import { counted } from "./amounts.ts";
import type { BarcodeList, ListTable } from "./barcode-list.ts";
import { ifThere, type PullFolder } from "./folder.ts";
import type { AlertsOfProducts } from "./kosher-alerts.ts";
import type { Say } from "./output.ts";
import type { PulledProduct } from "./pulled-products.ts";
import { SHOP_FORMATS, type ShopFormat } from "./shops/formats.ts";
import { type KnownOfShop, matchProducts, type ShopOutcome, type ShopOutcomes } from "./shops/matches.ts";
import { exportTable } from "./shops/shop-export.ts";
import { type UpdateFiles, updateFiles } from "./shops/update-files.ts";
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

/** @returns undefined when a list is not what the shop exports */
export function ownExport(format: string, { table, entries }: BarcodeList): OwnExport | undefined {
	const own = SHOP_FORMATS.get(format)?.own;
	if (!own?.isExport(table.names)) return undefined;
	const opened = exportTable(table);
	const others = new Set(
		opened.rows.filter((row) => own.isItem?.(opened, row) === false).map(({ line }) => line),
	);
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

/** What files for a shop are made of. */
export interface ShopFilesWanted extends Omit<ShopRequest, "own">, KnownOfShop {
	/** Addresses of pictures by file name. */
	readonly uploaded: ReadonlyMap<string, string> | undefined;
	readonly alerts: AlertsOfProducts;
}

/**
 * Writes the file of new products, the one that updates those the shop has, and what of it is urgent. Products are matched by barcode alone; where that is
 * ambiguous, nothing is changed. A refresh leaves the file of new products: importing a new one would turn products that are on sale into drafts.
 */
export async function writeShopFiles(
	{ path, files }: PullFolder,
	products: readonly PulledProduct[],
	wanted: ShopFilesWanted,
	say: Say,
): Promise<ShopOutcomes> {
	const { format, imageBaseUrl, own, uploaded, isRefresh, alerts } = wanted;
	const shop = SHOP_FORMATS.get(format);
	if (!shop) return new Map();
	const imageUrl = (name: string) => uploaded?.get(name) ?? pictureAddress(name, imageBaseUrl);
	const { shops, offered, fresh, ambiguous } = await matchProducts(products, wanted, shop, imageUrl);
	const outcomes = new Map<string, ShopOutcome>(ambiguous);
	const texts = new Map<string, string | undefined>();
	const update = (updated: UpdateFiles) => {
		for (const [name, text] of updated.texts) texts.set(name, text);
		for (const [barcode, outcome] of updated.outcomes) outcomes.set(barcode, outcome);
	};
	update(updateFiles(shop.own, shops, imageUrl, "", alerts));
	// Columns may have other names in the shop's language: what we offered is not in one table with that.
	update(updateFiles(shop.own, offered, imageUrl, own ? "-new" : "", alerts));
	for (const product of fresh) outcomes.set(product.barcode, freshOutcome(shop, product));
	if (!isRefresh) {
		const accepted = fresh.filter((product) => shop.lacked(product) === undefined);
		const { name, text } = shop.write(accepted, imageUrl);
		texts.set(name, own && accepted.length === 0 ? undefined : text);
	}
	const unchanged = new Set<string>();
	for (const [name, text] of texts) {
		const before = await ifThere(readFile(join(path, name), "utf8"));
		if (text !== undefined && before === text) unchanged.add(name);
		// What an earlier run wrote would be out of date.
		if (text === undefined) await rm(join(path, name), { force: true });
		else await files.write(join(path, name), text);
	}
	sayWritten(outcomes, texts, unchanged, say);
	return outcomes;
}

function freshOutcome(shop: ShopFormat, product: PulledProduct): ShopOutcome {
	const lacked = shop.lacked(product);
	return { shop: lacked === undefined ? "new" : "untouched", note: lacked ?? "" };
}

function sayWritten(
	outcomes: ShopOutcomes,
	texts: ReadonlyMap<string, string | undefined>,
	unchanged: ReadonlySet<string>,
	say: Say,
): void {
	const all = [...outcomes.values()];
	const count = (shop: ShopOutcome["shop"]) => all.filter((outcome) => outcome.shop === shop).length;
	const written = [...texts].flatMap(([name, text]) => (text === undefined ? [] : [name]));
	const named = (what: RegExp, names = written) => names.filter((name) => what.test(name)).join(", ");
	const changed = written.filter((name) => !unchanged.has(name));
	const [urgent, asBefore] = [named(/-urgent/, changed), named(/-urgent/, [...unchanged])];
	const [updates, fresh] = [named(/-update/), named(/^(?!.*-(?:update|urgent))/)];
	if (updates !== "") say(`${counted(count("updated"), "product")} of the shop to update: ${updates}`);
	if (urgent !== "")
		say(`URGENT, withdrawn hechshers, kosher alerts and removed products: import ${urgent} first.`);
	if (asBefore !== "") say(`${asBefore} is as it was before: import it first if you have not yet.`);
	if (fresh !== "" && count("new") > 0) say(`${counted(count("new"), "product")} new in the shop: ${fresh}`);
	if (count("untouched") > 0)
		say(`${counted(count("untouched"), "product")} left untouched: report.csv says why.`);
}
