import { join } from "node:path";
import type { BarcodeRow } from "@packshot/tables/barcode-table";
import { isPackshotError } from "../errors.ts";
import type { Packshot } from "../packshot.ts";
import { counted, inCredits, sumOf } from "./amounts.ts";
import { fetchOrder } from "./fetch-order.ts";
import { type FolderOwner, openFolder, type PullFolder } from "./folder.ts";
import { creditsOf, holdingsOf, isFetched } from "./holdings.ts";
import { findListed, type ListedLine } from "./listed-products.ts";
import { isPending, planOrder, readOrders } from "./order-files.ts";
import { closeExpired, makeOrder, settlePending } from "./orders.ts";
import { writeProducts } from "./product-files.ts";
import { progressBar, type Say } from "./progress.ts";
import { type PulledProduct, pulledProducts } from "./pulled-products.ts";
import { type Offers, quoteMissing } from "./quotes.ts";
import { type Report, writeReport } from "./report.ts";
import { SHOP_FORMATS } from "./shops/formats.ts";
import { EXIT, PullStopped } from "./stopped.ts";
import type { Selection } from "./wanted.ts";

/** A list to buy and fetch. */
export interface PullRequest {
	readonly entries: readonly BarcodeRow[];
	/** Where the list comes from, in words. */
	readonly label: string;
	readonly out: string;
	readonly owner: FolderOwner;
	readonly wanted: Selection;
	/** Maximum number of credits that everything in the folder may cost together. */
	readonly maxCredits: number | undefined;
	/** Pictures fetched concurrently. */
	readonly atOnce: number;
	/** The shop for which an import file is written, and where it will serve the pictures. */
	readonly shop: { readonly format: string; readonly imageBaseUrl: string | undefined } | undefined;
}

/** The environment of the command. */
export interface PullSurroundings {
	readonly packshot: Packshot;
	readonly say: Say;
	/** Asks the person running the command. @throws PullStopped when there is nobody to ask. */
	readonly confirm: (question: string) => Promise<boolean>;
}

/**
 * Buys what a list requests and the folder lacks, fetches it and writes what was bought. May be killed at any moment and repeated: an order is
 * stored before it is placed, and nothing is ever bought twice.
 * @throws PullStopped and PackshotError
 */
export async function pull(surroundings: PullSurroundings, request: PullRequest): Promise<Report> {
	const folder = await openFolder(request.out, request.owner);
	try {
		const listed = await buyMissing(surroundings, request, folder);
		await fetchBought(surroundings, request, folder);
		const orders = await readOrders(folder);
		const products = await pulledProducts(folder, listed, orders);
		await writeProducts(folder, products);
		await writeShopFile(folder, products, request.shop);
		return await writeReport(folder, listed, { orders, products });
	} finally {
		await folder.files.close();
	}
}

async function buyMissing(
	surroundings: PullSurroundings,
	{ entries, label, owner, wanted, maxCredits }: PullRequest,
	folder: PullFolder,
): Promise<ListedLine[]> {
	const { packshot, say } = surroundings;
	const before = await readOrders(folder);
	// Finishing what was begun may cost credits, once.
	if (before.some(isPending)) requireWithin(maxCredits, creditsOf(before), 0);
	await settlePending(packshot, folder, before, say);
	await closeExpired(packshot, folder, await readOrders(folder), say);
	const orders = await readOrders(folder);
	const listed = await findListed(packshot, entries);
	sayListed(listed, say);
	const barcodes = [...new Set(listed.flatMap(({ barcode }) => barcode ?? []))];
	const held = await holdingsOf(folder, orders);
	const offers = await quoteMissing(packshot, barcodes, { wanted, held, size: owner.size });
	await requireConsent(surroundings, offers, { spent: creditsOf(orders), maxCredits });
	let number = orders.at(-1)?.number ?? 0;
	for (const { items, credits } of offers.offers) {
		number += 1;
		const planned = { label, items, size: owner.size, max_credits: credits };
		await makeOrder(packshot, folder, await planOrder(folder, number, planned));
	}
	return listed;
}

function requireWithin(maxCredits: number | undefined, spent: readonly number[], more: number): void {
	const total = sumOf([...spent, more]);
	if (maxCredits === undefined || total <= maxCredits) return;
	const before = sumOf(spent);
	const what = more > 0 ? `this costs ${inCredits(more)}` : `nothing more will be bought`;
	const already = before > 0 ? `, and ${inCredits(before)} were spent on this folder before` : "";
	throw new PullStopped(EXIT.tooExpensive, `${what}${already}: more than --max-credits ${maxCredits}`);
}

async function requireConsent(
	{ say, confirm }: PullSurroundings,
	{ offers, credits, balance }: Offers,
	{ spent, maxCredits }: { readonly spent: readonly number[]; readonly maxCredits: number | undefined },
): Promise<void> {
	const count = offers.reduce((sum, { items }) => sum + items.length, 0);
	if (count === 0) return say("Nothing to buy: everything available has already been bought.");
	say(`To buy: ${counted(count, "product")} for ${inCredits(credits)}. Balance: ${inCredits(balance ?? 0)}.`);
	requireWithin(maxCredits, spent, credits);
	if (balance !== undefined && credits > balance)
		throw new PullStopped(
			EXIT.tooExpensive,
			`${inCredits(credits)} are needed, but the balance is ${inCredits(balance)}`,
		);
	if (!(await confirm("Buy them?"))) throw new PullStopped(EXIT.declined, "nothing was bought");
}

/** How many lines of each kind are listed individually. */
const NAMED = 10;

function sayListed(listed: readonly ListedLine[], say: Say): void {
	const found = listed.filter(({ status }) => status === "found");
	say(`${counted(listed.length, "line")}: ${found.length.toLocaleString("en")} found.`);
	for (const kind of ["missing", "wrong check digit", "case", "unreadable"] as const) {
		const lines = listed.filter(({ status }) => status === kind);
		if (lines.length === 0) continue;
		say(`${counted(lines.length, "line")}: ${kind}`);
		for (const { line, text, note } of lines.slice(0, NAMED))
			say(`  line ${line}: "${text}"${note === "" ? "" : `, ${note}`}`);
		if (lines.length > NAMED) say(`  and ${lines.length - NAMED} more, in report.csv`);
	}
}

async function fetchBought(
	{ packshot, say }: PullSurroundings,
	{ atOnce }: PullRequest,
	folder: PullFolder,
): Promise<void> {
	const open = [];
	for (const order of await readOrders(folder))
		if (order.made && order.closed === undefined && !(await isFetched(folder, order))) open.push(order);
	const pictures = open.flatMap(({ made }) => made?.lines.flatMap(({ variants }) => variants) ?? []);
	const progress = progressBar("Pictures", pictures.length);
	try {
		for (const order of open) await fetchOrder({ packshot, folder, atOnce, progress }, order);
	} catch (error) {
		if (isPackshotError(error, "not_found")) say("An order no longer exists: run the command again.");
		throw error;
	} finally {
		progress.end();
	}
}

async function writeShopFile(
	{ path, files }: PullFolder,
	products: readonly PulledProduct[],
	shop: PullRequest["shop"],
): Promise<void> {
	const format = shop && SHOP_FORMATS.get(shop.format);
	if (!format) return;
	const base = shop.imageBaseUrl?.replace(/\/*$/, "/");
	const { name, text } = format.write(products, (picture) =>
		base === undefined ? picture : new URL(picture, base).href,
	);
	await files.write(join(path, name), text);
}
