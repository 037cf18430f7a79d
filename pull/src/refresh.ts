import type { QuotedLine } from "@packshot/sdk";
import { counted } from "./amounts.ts";
import { keepPlace } from "./changes-since.ts";
import { requireConsent } from "./consent.ts";
import { fetchBought } from "./fetch-bought.ts";
import { type PullFolder, removePicture } from "./folder.ts";
import { creditsOf } from "./holdings.ts";
import { type KeptList, keepList, keptList, removedFrom, withCorrected, withRemoved } from "./kept-list.ts";
import { findMeant, type ListedLine } from "./listed-products.ts";
import { boughtIn, placedIn, planOrder, readOrders } from "./order-files.ts";
import { makeOrder } from "./orders.ts";
import { openPulling, type PlaceToPull, type Pulling, type PullSurroundings } from "./pulling.ts";
import { offersOf, quoteParts } from "./quotes.ts";
import { type Notes, renewOrders, sayNotes } from "./renew-orders.ts";
import type { Report } from "./report.ts";
import { unusable } from "./stopped.ts";
import type { Selection } from "./wanted.ts";
import { writeResults } from "./write-results.ts";

/** A folder to bring up to date. */
export interface RefreshRequest extends PlaceToPull {
	readonly maxCredits: number | undefined;
}

/**
 * Brings what was bought up to date: free where an order can still be fetched; what has expired is quoted and bought anew. May be killed at any moment and
 * repeated: the place in the feed of changes is kept only when everything is done.
 */
export async function refresh(surroundings: PullSurroundings, request: RefreshRequest): Promise<Report> {
	const kept = requireKept(request.out);
	const pulling = await openPulling(surroundings, request);
	try {
		return await refreshFolder(pulling, kept, request.maxCredits);
	} finally {
		await pulling.folder.files.close();
	}
}

/** @throws PullStopped for a folder into which nothing was pulled. */
export function requireKept(out: string): KeptList {
	const kept = keptList(out);
	if (kept) return kept;
	throw unusable(`nothing was pulled into ${out}: run packshot-pull LIST --out ${out} first`);
}

/** The same for a folder that is open. */
export async function refreshFolder(
	pulling: Pulling,
	kept: KeptList,
	maxCredits: number | undefined,
): Promise<Report> {
	const { folder, say } = pulling;
	await fetchBought(pulling);
	const removed: Notes = new Map();
	const again = await listedAgain(pulling, kept, removed);
	const { stale, cursor, notes: changes, corrected } = await renewOrders(pulling, removedFrom(again));
	const now = withCorrected(again, corrected);
	for (const barcode of corrected) removed.delete(barcode);
	const notes = new Map([...removed, ...changes]);
	sayNotes(notes, say);
	await keepList(folder, now);
	if (stale.size > 0) {
		await writeResults(pulling, now, { notes, isRefresh: true });
		await buyAnew(pulling, { stale, size: kept.size, label: kept.label, maxCredits });
		await fetchBought(pulling);
	}
	const report = await writeResults(pulling, now, { notes, isRefresh: true });
	await keepPlace(folder, cursor);
	return report;
}

/** Looks up again which products there are. @param notes to which those are added that have been removed */
async function listedAgain({ packshot, folder }: Pulling, kept: KeptList, notes: Notes): Promise<KeptList> {
	const bought = boughtIn(await readOrders(folder));
	const again = async (lines: readonly ListedLine[]) =>
		withRemoved(await findMeant(packshot, lines, kept.substitutes), lines, bought);
	const listed = await again(kept.listed);
	const known = new Set(
		kept.listed.flatMap(({ status, barcode }) => (status === "removed" ? [barcode] : [])),
	);
	for (const { status, barcode } of listed)
		if (status === "removed" && barcode !== undefined && !known.has(barcode)) notes.set(barcode, ["REMOVED"]);
	return { ...kept, listed, ownLines: await again(kept.ownLines) };
}

/** Buys changed parts of products whose orders have expired. */
async function buyAnew(
	pulling: Pulling,
	{
		stale,
		size,
		label,
		maxCredits,
	}: Pick<RefreshRequest, "maxCredits"> & {
		readonly stale: ReadonlyMap<string, Selection>;
		readonly size: string;
		readonly label: string;
	},
): Promise<void> {
	const { packshot, folder, say } = pulling;
	say(`${counted(stale.size, "product")} changed whose order has expired.`);
	const orders = await readOrders(folder);
	const quoted = await quoteParts(packshot, stale, size);
	await removeWithdrawn(folder, stale, quoted.lines);
	const offers = offersOf(quoted);
	await requireConsent(pulling, offers, { spent: creditsOf(orders), maxCredits });
	const before = placedIn(orders);
	for (const [place, { items, credits }] of offers.offers.entries()) {
		const planned = { label, items, size, max_credits: credits, replaces: true };
		await makeOrder(packshot, folder, await planOrder(folder, before + place + 1, planned));
	}
}

/** Pictures that changed and are not offered any more exist no more. */
async function removeWithdrawn(
	folder: PullFolder,
	stale: ReadonlyMap<string, Selection>,
	lines: readonly QuotedLine[],
): Promise<void> {
	for (const { barcode, found, variants } of lines)
		for (const variant of stale.get(barcode)?.variants ?? [])
			if (found && !variants.includes(variant)) await removePicture(folder, barcode, variant);
}
