import { isDeepStrictEqual } from "node:util";
import type { QuotedLine } from "@packshot/sdk";
import type { BarcodeRow } from "@packshot/tables/barcode-table";
import { counted } from "./amounts.ts";
import { beginFollowing, keepPlace } from "./changes-since.ts";
import { requireConsent, requireWithin } from "./consent.ts";
import { fetchBought } from "./fetch-bought.ts";
import { takeHeld } from "./held-elsewhere.ts";
import { creditsOf, type Holdings, holdingsOf } from "./holdings.ts";
import { type KeptList, keepList, keptList, removedFrom, withCorrected, withRemoved } from "./kept-list.ts";
import { findListed, type ListedLine, type Substitutes } from "./listed-products.ts";
import { boughtIn, isPending, placedIn, planOrder, readOrders } from "./order-files.ts";
import { closeExpired, makeOrder, settlePending } from "./orders.ts";
import type { Say } from "./output.ts";
import { openPulling, type PlaceToPull, type Pulling, type PullSurroundings } from "./pulling.ts";
import { type Offers, offersOf, quoteParts } from "./quotes.ts";
import { type Notes, renewOrders, sayNotes } from "./renew-orders.ts";
import type { Report } from "./report.ts";
import { keepSettings, type Settings } from "./settings.ts";
import type { ShopRequest } from "./shop-files.ts";
import { SHOP_FORMATS } from "./shops/formats.ts";
import { outOfReach } from "./shops/matches.ts";
import { isNothing, NOTHING, type Selection, without } from "./wanted.ts";
import { writeResults } from "./write-results.ts";

/** What is wanted of a list. */
export interface ListRequest {
	readonly entries: readonly BarcodeRow[];
	readonly substitutes: Substitutes;
	/** Where the list comes from, in words. */
	readonly label: string;
	/** Of the pictures. */
	readonly size: string;
	/** Kept in the folder for later runs. */
	readonly settings: Settings;
	readonly wanted: Selection;
	/** Buys nothing of products of which no wanted picture exists. */
	readonly onlyWithPictures: boolean;
	/** Maximum number of credits that everything in the folder may cost together. */
	readonly maxCredits: number | undefined;
	readonly shop: ShopRequest | undefined;
}

/** A list to buy and fetch into a folder. */
export interface PullRequest extends ListRequest, PlaceToPull {}

/** What a list costs, and whatever is needed to buy it. */
export interface QuotedList extends Offers {
	/** What its lines mean. */
	readonly list: KeptList;
	readonly settings: Settings;
	/** What the orders of the folder cost before. */
	readonly spent: readonly number[];
	/** What changed of products that the folder had. */
	readonly notes: Notes;
	/** How many orders the folder had placed: two runs that quoted at once must not both buy. */
	readonly placed: number;
}

/**
 * Buys what a list requests and the folder lacks, fetches it and writes what was bought. May be killed at any moment and repeated: an order is
 * stored before it is placed, and nothing is ever bought twice.
 * @throws PullStopped and PackshotError
 */
export async function pull(surroundings: PullSurroundings, request: PullRequest): Promise<Report> {
	const pulling = await openPulling(surroundings, request);
	try {
		const quoted = await quoteList(pulling, request);
		await requireConsent(surroundings, quoted, { spent: quoted.spent, maxCredits: request.maxCredits });
		await buyQuoted(pulling, quoted);
		await fetchBought(pulling);
		return await writeResults(pulling, quoted.list, { notes: quoted.notes, isRefresh: false });
	} finally {
		await pulling.folder.files.close();
	}
}

/** Prices what a list requests and the folder lacks. Finishes first what an earlier run has begun to buy, which may cost credits, once. */
export async function quoteList(pulling: Pulling, request: ListRequest): Promise<QuotedList> {
	const { size, wanted, onlyWithPictures, maxCredits, settings } = request;
	const { packshot, folder, say } = pulling;
	await beginFollowing(packshot, folder);
	const earlier = await readOrders(folder);
	if (earlier.some(isPending)) requireWithin(maxCredits, creditsOf(earlier), 0);
	await settlePending(packshot, folder, earlier, say);
	await closeExpired(packshot, folder, await readOrders(folder), say);
	const { list, notes } = await renewHeld(pulling, await listedNow(pulling, request));
	sayListed(list.listed, request.substitutes, say);
	const orders = await readOrders(folder);
	const untouched = untouchedOf(list, wanted);
	const listed = new Set(list.listed.flatMap(({ barcode }) => barcode ?? []));
	const barcodes = [...listed].filter((barcode) => !untouched.has(barcode));
	if (barcodes.length < listed.size)
		say(
			`Nothing is bought of ${counted(listed.size - barcodes.length, "product")} that the shop's file cannot reach.`,
		);
	const held = await holdingsOf(folder, orders);
	const offers = await quoteMissing(pulling, { barcodes, wanted, onlyWithPictures, held, size });
	return { ...offers, list, settings, notes, spent: creditsOf(orders), placed: placedIn(orders) };
}

/** Buys what was quoted. The first pictures are fetched along the way: if they do not arrive, nothing more is bought. */
export async function buyQuoted(
	pulling: Pulling,
	{ offers, list, settings, placed }: QuotedList,
): Promise<void> {
	const { packshot, folder } = pulling;
	const { label, size } = list;
	await keepList(folder, list);
	await keepSettings(folder, settings);
	// What is there to fetch tells whether pictures arrive.
	if (offers.length > 0) await fetchBought(pulling);
	for (const [place, { items, credits }] of offers.entries()) {
		const planned = { label, items, size, max_credits: credits };
		await makeOrder(packshot, folder, await planOrder(folder, placed + place + 1, planned));
		if (place === 0 && offers.length > 1) await fetchBought(pulling);
	}
}

/** Products that the shop has in a way that no file of ours can reach. */
function untouchedOf({ shop, ownLines }: KeptList, wanted: Selection): ReadonlySet<string> {
	const format = shop && SHOP_FORMATS.get(shop.format);
	return shop && format ? outOfReach({ own: shop.own, lines: ownLines, wanted }, format) : new Set();
}

/** What the folder has is brought up to date first, as far as that is free: a shop must not be told again of a hechsher that was withdrawn. */
async function renewHeld(
	pulling: Pulling,
	list: KeptList,
): Promise<{ readonly list: KeptList; readonly notes: Notes }> {
	const { folder, say } = pulling;
	if ((await readOrders(folder)).length === 0) return { list, notes: new Map() };
	await fetchBought(pulling);
	const { notes, stale, cursor, corrected } = await renewOrders(pulling, removedFrom(list));
	if (notes.size > 0) sayNotes(notes, say);
	if (stale.size > 0)
		say(`${counted(stale.size, "product")} changed whose order has expired: --refresh offers what is new.`);
	else await keepPlace(folder, cursor);
	return { list: withCorrected(list, corrected), notes };
}

/** What the lines of the list mean, and those of the shop's export. */
async function listedNow(
	{ packshot, folder }: Pulling,
	{ entries, substitutes, label, size, shop }: ListRequest,
): Promise<KeptList> {
	const before = keptList(folder.path);
	// A line that stood for another product's barcode may not do so any more.
	const isAlike = isDeepStrictEqual(before?.substitutes, substitutes);
	const known = (lines: readonly ListedLine[] = []) =>
		isAlike ? lines : lines.filter(({ status }) => status === "removed");
	const find = (rows: readonly BarcodeRow[]) => findListed(packshot, rows, substitutes);
	const bought = boughtIn(await readOrders(folder));
	const listed = withRemoved(await find(entries), known(before?.listed), bought);
	const own = shop?.own;
	const isList = own === undefined || own.entries === entries;
	const ownLines = isList ? listed : withRemoved(await find(own.entries), known(before?.ownLines), bought);
	return { size, label, substitutes, listed, shop, ownLines };
}

/** Quotes what is wanted of some products and in no order of the key. */
async function quoteMissing(
	{ packshot, folder, say }: Pulling,
	{
		barcodes,
		wanted,
		onlyWithPictures,
		held,
		size,
	}: Pick<ListRequest, "wanted" | "onlyWithPictures" | "size"> & {
		readonly barcodes: readonly string[];
		readonly held: Holdings;
	},
): Promise<Offers> {
	const missing = new Map(
		barcodes
			.map((barcode) => [barcode, without(wanted, held.get(barcode) ?? NOTHING)] as const)
			.filter(([, part]) => !isNothing(part)),
	);
	const first = await quoteParts(packshot, missing, size);
	const taken = await takeHeld({ packshot, folder, say }, first.lines, { missing, size });
	const rest = new Map(
		[...taken]
			.map(([barcode, part]) => [barcode, without(missing.get(barcode) ?? NOTHING, part)] as const)
			.filter(([, part]) => !isNothing(part)),
	);
	const again = await quoteParts(packshot, rest, size);
	const offered = [...first.lines.filter(({ barcode }) => !taken.has(barcode)), ...again.lines];
	const hasPictures = ({ barcode, variants }: QuotedLine) =>
		[variants, held.get(barcode)?.variants, taken.get(barcode)?.variants].some(
			(some) => some && [...some].length > 0,
		);
	const lines = onlyWithPictures ? offered.filter(hasPictures) : offered;
	const bare = offered.length - lines.length;
	if (bare > 0) say(`${counted(bare, "product")} without a picture: left out.`);
	return offersOf({ lines, balance: again.balance ?? first.balance });
}

/** How many lines of each kind are listed individually. */
const NAMED = 10;

function sayListed(listed: readonly ListedLine[], { suggestions, units }: Substitutes, say: Say): void {
	const found = listed.filter(({ status }) => status === "found");
	say(`${counted(listed.length, "line")}: ${found.length.toLocaleString("en")} found.`);
	for (const kind of ["missing", "removed", "wrong check digit", "case", "unreadable"] as const) {
		const lines = listed.filter(({ status }) => status === kind);
		if (lines.length === 0) continue;
		say(`${counted(lines.length, "line")}: ${kind}`);
		for (const { line, text, note } of lines.slice(0, NAMED))
			say(`  line ${line}: "${text}"${note === "" ? "" : `, ${note}`}`);
		if (lines.length > NAMED) say(`  and ${lines.length - NAMED} more, in report.csv`);
	}
	if (!suggestions && listed.some(({ note }) => note.startsWith("probably")))
		say("With --accept-suggestions, the products that are probably meant are taken.");
	if (!units && listed.some(({ status }) => status === "case"))
		say("With --units, the items inside the cases are taken.");
}
