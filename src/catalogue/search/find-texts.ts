import type { Database } from "../../platform/db/database.ts";
import { type CountSeen, FEW_PRODUCTS, nearWords } from "./near-words.ts";
import { newestOf } from "./newest-texts.ts";
import { readerOf, readPacked, type UsedPack } from "./pack-store.ts";
import type { ProductText } from "./product-text.ts";
import { placesWith, readRanges } from "./read-packs.ts";
import { countPlaces, intersectPlaces, noPlaces, type Places, subtractPlaces } from "./term-pages.ts";
import { fits, type TextQuery, type Tier, termsOfTier, termsWanted, tiersOf } from "./text-query.ts";
import { countUnpacked, type FoundPlace, type Merge, mergeInOrder, readUnpacked } from "./text-streams.ts";

/** A page of products that match a query. */
export interface FoundPage {
	readonly barcodes: readonly string[];
	/** The last of them, if there are more. */
	readonly last: FoundPlace | undefined;
	/** Approximate number of matching products: recently changed ones may be counted twice, or not at all. */
	readonly roughly: number;
	/** The near words of the query that its products have instead of the typed ones. */
	readonly nearWords: readonly string[];
}

export interface Paging {
	/** Where the previous page ended; `undefined` for the first page. */
	readonly after: FoundPlace | undefined;
	readonly most: number;
	/** Matches that are few enough to sort them all by their age; tests lower it. */
	readonly few?: number;
}

/**
 * Finds products: best matches first, then in the order of their words, unless the query is sorted in another way. Terms are combined as bitmaps, so
 * frequent ones take no longer.
 */
export async function findTexts(db: Database, query: TextQuery, paging: Paging): Promise<FoundPage> {
	const { after, most } = paging;
	const { packedBatch, packs } = await readPacked(readerOf(db));
	const isNewest = query.sort === "newest";
	const more = { after, most: most + 1 };
	const [tiers, waiting] = await Promise.all([
		placesByTier(db, packs, query),
		isNewest ? undefined : readUnpacked(db, query, { packedBatch, ...more }),
	]);
	const packed = [...tiers.values()].flatMap((places) => [...places]);
	const count = packed.reduce((sum, [, places]) => sum + countPlaces(places), 0);
	const found = waiting
		? await readInTiers({ db, packs, prefixes: query.barcodePrefixes }, tiers, waiting, more)
		: await newestOf(db, query, { packed, count, packedBatch }, { ...more, few: paging.few });
	const shown = found.slice(0, most);
	const last = found.length > most ? shown.at(-1) : undefined;
	const page = { barcodes: shown.map(({ barcode }) => barcode), last, nearWords: nearAmong(shown, query) };
	// If there is only one page, its products are counted: terms alone also count products outside a barcode filter, whose existence must not be
	// revealed.
	if (!after && !last) return { ...page, roughly: shown.length };
	const isRead = waiting && !after && waiting.length <= most;
	const unpacked = isRead ? waiting.length : await countUnpacked(db, query, packedBatch);
	return { ...page, roughly: count + unpacked };
}

async function readInTiers(
	source: Pick<Merge, "db" | "packs" | "prefixes">,
	tiers: TierPlaces,
	waiting: readonly FoundPlace[],
	{ after, most }: Paging,
): Promise<FoundPlace[]> {
	const found: FoundPlace[] = [];
	for (const [tier, places] of tiersFrom(tiers, after?.tier)) {
		const behind = after?.tier === tier ? after : undefined;
		const unpacked = waiting.filter((text) => text.tier === tier);
		const merged = await mergeInOrder({ ...source, places, after: behind, unpacked }, most - found.length);
		found.push(...merged.map((text) => ({ ...text, tier })));
		if (found.length >= most) break;
	}
	return found;
}

function nearAmong(shown: readonly FoundPlace[], { near = [] }: TextQuery): string[] {
	const texts = shown.filter(({ tier }) => tier === "near").map(({ words }) => words);
	return [...new Set(near.flat())].filter((word) => texts.some((text) => text.includes(` ${word} `)));
}

type TierPlaces = ReadonlyMap<Tier, ReadonlyMap<number, Places>>;

function tiersFrom(tiers: TierPlaces, first: Tier | undefined) {
	const all = [...tiers];
	const start = all.findIndex(([tier]) => tier === first);
	return all.slice(Math.max(0, start));
}

/** The places of each tier in each pack; no place is in two tiers. */
async function placesByTier(db: Database, packs: readonly UsedPack[], query: TextQuery): Promise<TierPlaces> {
	const wanted = termsWanted(query);
	const tiers = tiersOf(query).map((tier) => ({ tier, terms: termsOfTier(query, tier) }));
	const pagesOf = await readRanges(db, packs, [...wanted, ...tiers.flatMap(({ terms }) => terms)]);
	const left = placesWith(pagesOf, packs, wanted) ?? allPlaces(packs);
	return new Map(
		tiers.map(({ tier, terms }) => [tier, takeAway(left, placesWith(pagesOf, packs, terms))] as const),
	);
}

/** Removes from `left` the places that are also among `others`, or all of them if that is undefined. @returns the removed places. */
function takeAway(
	left: Map<number, Places>,
	others: ReadonlyMap<number, Places> | undefined,
): Map<number, Places> {
	const taken = new Map<number, Places>();
	for (const [pack, places] of left) {
		const other = others?.get(pack);
		const own = places.slice();
		if (other) intersectPlaces(own, other);
		subtractPlaces(places, own);
		taken.set(pack, own);
	}
	return taken;
}

/** Every place of each pack. */
export function allPlaces(packs: readonly UsedPack[]): Map<number, Places> {
	return new Map(
		packs.map(({ pack, products }) => {
			const places = noPlaces(products).fill(-1);
			const rest = products % 32;
			if (rest > 0) places[places.length - 1] = (1 << rest) - 1;
			return [pack, places];
		}),
	);
}

/** Finds products like `findTexts`; if only few match, those follow that have words which may be meant. */
export async function findForgivingly(db: Database, query: TextQuery, paging: Paging): Promise<FoundPage> {
	const page = paging.after?.tier === "near" ? undefined : await findTexts(db, query, paging);
	if (page && (page.last || page.roughly >= FEW_PRODUCTS)) return page;
	const isFiltered = query.facets.length > 0 || query.barcodePrefixes.length > 0;
	const countSeen: CountSeen = async (word, most) =>
		(await findTexts(db, { ...query, sort: undefined, words: [word] }, { after: undefined, most })).barcodes
			.length;
	const near = await nearWords(db, query.words, isFiltered ? countSeen : undefined);
	const isForgiven = near.some((words) => words.length > 0);
	return page && !isForgiven ? page : findTexts(db, { ...query, near }, paging);
}

/** Those of the given barcodes whose products match, in the given order. */
export async function fittingOf(
	db: Database,
	barcodes: readonly string[],
	query: TextQuery,
): Promise<string[]> {
	const rows: ProductText[] = await readerOf(db)
		.selectFrom("product_text")
		.select(["barcode", "words", "marks"])
		.where(db.traits.isInList("barcode", barcodes))
		.execute();
	const fitting = new Set(rows.filter((row) => fits(row, query)).map(({ barcode }) => barcode));
	return [...new Set(barcodes)].filter((barcode) => fitting.has(barcode));
}

/** What a product is found by, if it matches. */
export async function textOf(
	db: Database,
	barcode: string,
	query: TextQuery,
): Promise<Pick<ProductText, "barcode" | "words"> | undefined> {
	const row = await readerOf(db)
		.selectFrom("product_text")
		.select(["barcode", "words", "marks"])
		.where("barcode", "=", barcode)
		.executeTakeFirst();
	return row && fits(row, query) ? { barcode, words: row.words } : undefined;
}
