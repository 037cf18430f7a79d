import { join } from "node:path";
import { isPackshotError } from "../errors.ts";
import type { OrderLine } from "../order-types.ts";
import type { Packshot } from "../packshot.ts";
import { counted } from "./amounts.ts";
import { changesSince, keepPlace } from "./changes-since.ts";
import { requireConsent } from "./consent.ts";
import { differencesOf } from "./differences.ts";
import { fetchBought } from "./fetch-bought.ts";
import { type Fetching, picturesOf } from "./fetch-order.ts";
import { pictureBytes, pictureName } from "./folder.ts";
import { creditsOf } from "./holdings.ts";
import { type KeptList, keepList, keptList, withRemoved } from "./kept-list.ts";
import { findMeant, type ListedLine, NO_SUBSTITUTES } from "./listed-products.ts";
import {
	type FolderOrder,
	placedIn,
	planOrder,
	readOrders,
	type StoredProduct,
	storeProducts,
} from "./order-files.ts";
import { makeOrder } from "./orders.ts";
import type { Progress } from "./output.ts";
import { openPulling, type PlaceToPull, type Pulling, type PullSurroundings } from "./pulling.ts";
import { offersOf, quoteParts } from "./quotes.ts";
import type { Report } from "./report.ts";
import { unusable } from "./stopped.ts";
import { both, isNothing, NOTHING, type Selection, without } from "./wanted.ts";
import { writeResults } from "./write-results.ts";

/** A folder to bring up to date. */
export interface RefreshRequest extends PlaceToPull {
	readonly maxCredits: number | undefined;
}

/** What changed of the products of a folder, in words, by barcode. */
type Notes = Map<string, string[]>;

/**
 * Brings what was bought up to date: free where an order can still be fetched; what has expired is quoted and bought anew. May be killed at any moment and
 * repeated: the place in the feed of changes is kept only when everything is done.
 */
export async function refresh(surroundings: PullSurroundings, request: RefreshRequest): Promise<Report> {
	const kept = await requireKept(request.out);
	const pulling = await openPulling(surroundings, request);
	try {
		return await refreshFolder(pulling, kept, request.maxCredits);
	} finally {
		await pulling.folder.files.close();
	}
}

/** @throws PullStopped for a folder into which nothing was pulled. */
export async function requireKept(out: string): Promise<KeptList> {
	const kept = await keptList(out);
	if (kept) return kept;
	throw unusable(`nothing was pulled into ${out}: run packshot-pull LIST --out ${out} first`);
}

/** The same for a folder that is open. */
export async function refreshFolder(
	pulling: Pulling,
	kept: KeptList,
	maxCredits: number | undefined,
): Promise<Report> {
	const { packshot, folder, say } = pulling;
	await fetchBought(pulling);
	const orders = await readOrders(folder);
	const { changed, cursor } = await changesSince(packshot, folder);
	const notes: Notes = new Map();
	let renewed = new Map<string, Selection>();
	let expired = new Map<string, Selection>();
	const changes = orders.map((order) => ({ order, lines: changedLines(order, changed) }));
	const progress = pulling.progress(
		"Changed products",
		changes.reduce((sum, { lines }) => sum + lines.length, 0),
	);
	for (const { order, lines } of changes) {
		if (lines.length === 0) continue;
		const isLive =
			order.closed === undefined && (await refreshOrder(pulling, order, { lines, changed, notes, progress }));
		if (isLive) renewed = withParts(renewed, lines, undefined);
		else expired = withParts(expired, lines, changed);
	}
	progress.end();
	const now = await listedAgain(packshot, kept, notes);
	sayNotes(notes, say);
	await keepList(folder, now);
	const stale = new Map(
		[...expired]
			.map(([barcode, part]) => [barcode, without(part, renewed.get(barcode) ?? NOTHING)] as const)
			.filter(([, part]) => !isNothing(part)),
	);
	if (stale.size > 0) {
		await writeResults(pulling, now, notes);
		await buyAnew(pulling, { stale, size: kept.size, label: kept.label, maxCredits });
		await fetchBought(pulling);
	}
	const report = await writeResults(pulling, now, notes);
	await keepPlace(folder, cursor);
	return report;
}

/** Looks up again which products there are. @param notes to which those are added that have been removed */
async function listedAgain(packshot: Packshot, kept: KeptList, notes: Notes): Promise<KeptList> {
	const { substitutes = NO_SUBSTITUTES } = kept;
	const again = async (lines: readonly ListedLine[]) =>
		withRemoved(await findMeant(packshot, lines, substitutes), lines);
	const listed = await again(kept.listed);
	const known = new Set(
		kept.listed.flatMap(({ status, barcode }) => (status === "removed" ? [barcode] : [])),
	);
	for (const { status, barcode } of listed)
		if (status === "removed" && barcode !== undefined && !known.has(barcode)) notes.set(barcode, ["REMOVED"]);
	return { ...kept, listed, ownLines: await again(kept.ownLines) };
}

type Changed = ReadonlyMap<string, ReadonlySet<string>> | undefined;

function changedLines({ made }: FolderOrder, changed: Changed): readonly OrderLine[] {
	return made?.lines.filter(({ barcode, found }) => found && (changed?.has(barcode) ?? true)) ?? [];
}

function withParts(
	parts: ReadonlyMap<string, Selection>,
	lines: readonly OrderLine[],
	changed: Changed,
): Map<string, Selection> {
	const more = new Map(parts);
	for (const { barcode, scopes, variants } of lines) {
		const names = changed?.get(barcode);
		const isChanged = (name: string) => names?.has(name) ?? true;
		const part = {
			scopes: new Set(scopes.filter(isChanged)),
			variants: new Set(variants.filter((variant) => isChanged(`images.${variant}`))),
		};
		more.set(barcode, both(more.get(barcode) ?? NOTHING, part));
	}
	return more;
}

/** Fetches changed products of an order as they are today. @returns whether the order can still be fetched. */
async function refreshOrder(
	fetching: Fetching,
	order: FolderOrder,
	{
		lines,
		changed,
		notes,
		progress,
	}: {
		readonly lines: readonly OrderLine[];
		readonly changed: Changed;
		readonly notes: Notes;
		readonly progress: Progress;
	},
): Promise<boolean> {
	const { packshot, folder } = fetching;
	const wanted = new Map(lines.map((line) => [line.barcode, line]));
	const stored = new Map<string, StoredProduct>(
		(order.products ?? []).map((product) => [product.barcode, product]),
	);
	try {
		for await (const { images, ...product } of today(packshot, order)) {
			const { barcode } = product;
			const line = wanted.get(barcode);
			// Of a product that was removed, what was bought stays.
			if (!line || product.product_meta === null || product.image_meta === null) continue;
			progress.advance();
			const before = stored.get(barcode);
			const said = notes.get(barcode) ?? [];
			for (const { variant, url } of picturesOf(images, line.variants)) {
				const isReplaced = changed?.get(barcode)?.has(`images.${variant}`) ?? true;
				if (!isReplaced && (await pictureBytes(folder, barcode, variant)) !== undefined) continue;
				const { bytes } = await packshot.images.fetch(url);
				await folder.files.write(join(folder.path, pictureName(barcode, variant)), bytes);
				if (changed) said.push(`picture replaced: ${variant}`);
			}
			said.push(...differencesOf(before?.product_meta ?? {}, product.product_meta ?? {}));
			if (said.length > 0) notes.set(barcode, [...new Set(said)]);
			stored.set(barcode, {
				...product,
				pictures: picturesOf(images, line.variants).map(({ variant }) => variant),
			});
		}
	} catch (error) {
		if (isPackshotError(error, "not_found")) return false;
		throw error;
	}
	await storeProducts(folder, order.stem, [...stored.values()]);
	return true;
}

function today(packshot: Packshot, { made }: FolderOrder) {
	return packshot.orders.products(made?.order_id ?? "", { metadata: "today" });
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
	const offers = offersOf(await quoteParts(packshot, stale, size));
	await requireConsent(pulling, offers, { spent: creditsOf(orders), maxCredits });
	const before = placedIn(orders);
	for (const [place, { items, credits }] of offers.offers.entries()) {
		const planned = { label, items, size, max_credits: credits, replaces: true };
		await makeOrder(packshot, folder, await planOrder(folder, before + place + 1, planned));
	}
}

/** How many changes are named on the screen. */
const NAMED = 30;

function sayNotes(notes: Notes, say: (line: string) => void): void {
	say(notes.size === 0 ? "Nothing has changed." : `${counted(notes.size, "product")} changed:`);
	// What concerns health and kashrut comes first.
	const isUrgent = ([, texts]: [string, string[]]) => texts.some((text) => /^[A-Z]{3}/.test(text));
	const sorted = [...notes].sort((one, other) => Number(isUrgent(other)) - Number(isUrgent(one)));
	const shown = sorted.filter((note, place) => place < NAMED || isUrgent(note));
	for (const [barcode, texts] of shown) say(`  ${barcode}: ${texts.join("; ")}`);
	if (sorted.length > shown.length) say(`  and ${sorted.length - shown.length} more, in report.csv`);
}
