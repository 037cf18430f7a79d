import {
	type ImageUrls,
	isPackshotError,
	type OrderedProduct,
	type OrderLine,
	type Packshot,
	type Variant,
} from "@packshot/sdk";
import { counted } from "./amounts.ts";
import { changesSince } from "./changes-since.ts";
import { differencesOf } from "./differences.ts";
import { type Fetching, picturesOf } from "./fetch-order.ts";
import { pictureBytes, pictureName, removePicture, writePicture } from "./folder.ts";
import { type FolderOrder, readOrders, type StoredProduct, storeProducts } from "./order-files.ts";
import type { Progress } from "./output.ts";
import type { Pulling } from "./pulling.ts";
import { isUrgent } from "./report.ts";
import { both, isNothing, NOTHING, type Selection, without } from "./wanted.ts";

/** What changed of the products of a folder, in words, by barcode. */
export type Notes = Map<string, string[]>;

/** What became of orders whose products have changed. */
export interface Renewed {
	readonly notes: Notes;
	/** What has changed and can no longer be fetched free of charge. */
	readonly stale: ReadonlyMap<string, Selection>;
	/** Products that are not removed after all: their barcode was corrected, and their orders lead to them. */
	readonly corrected: ReadonlySet<string>;
	/** Where the feed of changes is to be followed from, once nothing is stale. */
	readonly cursor: string;
}

/** Fetches what has changed of the folder's orders since it last followed, free, where they can still be fetched. @param removed products that are gone */
export async function renewOrders(pulling: Pulling, removed: ReadonlySet<string>): Promise<Renewed> {
	const { packshot, folder } = pulling;
	const orders = await readOrders(folder);
	const { changed, cursor } = await changesSince(packshot, folder);
	const notes: Notes = new Map();
	const corrected = new Set<string>();
	let renewed = new Map<string, Selection>();
	let expired = new Map<string, Selection>();
	const changes = orders.map((order) => ({ order, lines: changedLines(order, changed, removed) }));
	const progress = pulling.progress(
		"Changed products",
		changes.reduce((sum, { lines }) => sum + lines.length, 0),
	);
	for (const { order, lines } of changes) {
		if (lines.length === 0) continue;
		const isLive =
			order.closed === undefined &&
			(await refreshOrder(pulling, order, { lines, changed, removed, corrected, notes, progress }));
		if (isLive) renewed = withParts(renewed, lines, undefined);
		else expired = withParts(expired, lines, changed);
	}
	progress.end();
	const stale = new Map(
		[...expired]
			.map(([barcode, part]) => [barcode, without(part, renewed.get(barcode) ?? NOTHING)] as const)
			.filter(([barcode, part]) => !removed.has(barcode) && !isNothing(part)),
	);
	return { notes, stale, cursor, corrected };
}

type Changed = ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** What becomes of a product whose barcode was corrected is in the feed under its new barcode: such a product is always looked at. */
function changedLines(
	{ made }: FolderOrder,
	changed: Changed,
	removed: ReadonlySet<string>,
): readonly OrderLine[] {
	const isChanged = (barcode: string) => removed.has(barcode) || (changed?.has(barcode) ?? true);
	return made?.lines.filter(({ barcode, found }) => found && isChanged(barcode)) ?? [];
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
		removed,
		corrected,
		notes,
		progress,
	}: {
		readonly lines: readonly OrderLine[];
		readonly changed: Changed;
		readonly removed: ReadonlySet<string>;
		readonly corrected: Set<string>;
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
		for await (const answer of today(packshot, order, [...wanted.keys()])) {
			const { images, ...product } = answer;
			const { barcode } = product;
			const line = wanted.get(barcode);
			if (!line) continue;
			// Of a product that was removed, what was bought stays.
			if (removed.has(barcode) && !isThere(answer)) continue;
			if (product.product_meta === null || product.image_meta === null) continue;
			if (removed.has(barcode)) corrected.add(barcode);
			progress.advance();
			const before = stored.get(barcode);
			const said = notes.get(barcode) ?? [];
			said.push(...(await renewPictures(fetching, { barcode, images }, line, changed)));
			said.push(...differencesOf(before?.product_meta ?? {}, product.product_meta ?? {}));
			if (changed?.get(barcode)?.has("kosher"))
				said.push("kosher record changed: an alert, a certificate or its end");
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

/** Whether an order still answers anything of a product. */
function isThere({ product_meta, image_meta, images }: OrderedProduct): boolean {
	return Boolean(product_meta ?? image_meta) || Object.values(images ?? {}).some((url) => url !== null);
}

/** Fetches pictures that were replaced, and removes those that were withdrawn. @returns which, in words */
async function renewPictures(
	{ packshot, folder }: Fetching,
	{ barcode, images }: { readonly barcode: string; readonly images: ImageUrls | undefined },
	{ variants }: OrderLine,
	changed: Changed,
): Promise<string[]> {
	const said: string[] = [];
	const hasChanged = (variant: Variant) => changed?.get(barcode)?.has(`images.${variant}`) ?? true;
	const there = picturesOf(images, variants);
	for (const { variant, url } of there) {
		if (!hasChanged(variant) && (await pictureBytes(folder, barcode, variant)) !== undefined) continue;
		const before = pictureName(folder, barcode, variant);
		await writePicture(folder, barcode, variant, await packshot.images.fetch(url));
		if (changed && pictureName(folder, barcode, variant) !== before)
			said.push(`picture replaced: ${variant}`);
	}
	for (const variant of variants) {
		if (!hasChanged(variant) || there.some((one) => one.variant === variant)) continue;
		if (await removePicture(folder, barcode, variant)) said.push(`picture withdrawn: ${variant}`);
	}
	return said;
}

/** Lines of an order that one request names (SPEC E8). */
const LINES_AT_ONCE = 100;

/** Products of an order as they are today, asked for by their barcodes, so that one change does not fetch a thousand. */
async function* today(packshot: Packshot, { made }: FolderOrder, barcodes: readonly string[]) {
	for (let from = 0; from < barcodes.length; from += LINES_AT_ONCE)
		yield* packshot.orders.products(made?.order_id ?? "", {
			metadata: "today",
			barcodes: barcodes.slice(from, from + LINES_AT_ONCE),
		});
}

/** How many changes are named on the screen. */
const NAMED = 30;

export function sayNotes(notes: Notes, say: (line: string) => void): void {
	say(notes.size === 0 ? "Nothing has changed." : `${counted(notes.size, "product")} changed:`);
	// What concerns health and kashrut comes first.
	const sorted = [...notes].sort(([, one], [, other]) => Number(isUrgent(other)) - Number(isUrgent(one)));
	const shown = sorted.filter(([, texts], place) => place < NAMED || isUrgent(texts));
	for (const [barcode, texts] of shown) say(`  ${barcode}: ${texts.join("; ")}`);
	if (sorted.length > shown.length) say(`  and ${sorted.length - shown.length} more, in report.csv`);
}
