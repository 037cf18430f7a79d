import type { Database } from "../../platform/db/database.ts";
import { readerOf, readIndexState, readPacks, type UsedPack } from "./pack-store.ts";
import type { ProductText } from "./product-text.ts";
import { createRangeReader, placesWith, type ReadRange } from "./read-packs.ts";
import { countPlaces, noPlaces, type Places, subtractPlaces } from "./term-pages.ts";
import { fits, type TextQuery, type Tier, termsOfTier, termsWanted, tiersOf } from "./text-query.ts";
import { countUnpacked, type FoundText, isIn, mergeInOrder, readUnpacked } from "./text-streams.ts";

/** The last product of a page. */
export interface FoundPlace extends FoundText {
	readonly tier: Tier;
}

/** A page of products that fit a query. */
export interface FoundPage {
	readonly barcodes: readonly string[];
	/** The last of them, if there are more. */
	readonly last: FoundPlace | undefined;
	/** Products that fit, roughly: those that changed lately may be counted twice, or not at all. */
	readonly roughly: number;
}

interface Paging {
	/** Where the page before ended; `undefined`: the first page. */
	readonly after: FoundPlace | undefined;
	readonly most: number;
}

/**
 * Finds products: those that fit best first, then in the order of their words. Takes no longer for what many products have than for what few
 * have: terms are joined as bits, and only products that are shown are looked at.
 */
export async function findTexts(db: Database, query: TextQuery, { after, most }: Paging): Promise<FoundPage> {
	// Read before the packs: what is packed in between is found twice then, not missed.
	const packedBatch = Number((await readIndexState(readerOf(db))).packed_batch);
	const packs = await readPacks(readerOf(db));
	const tiers = await placesByTier(createRangeReader(db), packs, query);
	const found: FoundPlace[] = [];
	for (const [tier, places] of tiersFrom(tiers, after?.tier)) {
		const behind = after?.tier === tier ? after : undefined;
		const wanted = most + 1 - found.length;
		const unpacked = await readUnpacked(db, query, tier, { packedBatch, after: behind, most: wanted });
		const prefixes = query.barcodePrefixes;
		const merge = { db, packs, places, prefixes, after: behind, unpacked };
		found.push(...(await mergeInOrder(merge, wanted)).map((text) => ({ ...text, tier })));
		if (found.length > most) break;
	}
	const shown = found.slice(0, most);
	const last = found.length > most ? shown.at(-1) : undefined;
	// One page that is all is counted: terms alone also count products outside a filter by barcode, of which nothing may be told.
	const isAll = !after && !last;
	const fitting = [...tiers.values()].flatMap((places) => [...places.values()]).map(countPlaces);
	return {
		barcodes: shown.map(({ barcode }) => barcode),
		last,
		roughly: isAll
			? shown.length
			: fitting.reduce((sum, count) => sum + count, await countUnpacked(db, query, packedBatch)),
	};
}

type TierPlaces = ReadonlyMap<Tier, ReadonlyMap<number, Places>>;

function tiersFrom(tiers: TierPlaces, first: Tier | undefined) {
	const all = [...tiers];
	const start = all.findIndex(([tier]) => tier === first);
	return all.slice(Math.max(0, start));
}

/** The places of each tier in each pack; no place is in two of them. */
async function placesByTier(
	readRange: ReadRange,
	packs: readonly UsedPack[],
	query: TextQuery,
): Promise<TierPlaces> {
	const tiers = tiersOf(query);
	const [fitting, ...ofTiers] = await Promise.all([
		placesWith(readRange, packs, termsWanted(query)),
		...tiers.map((tier) => placesWith(readRange, packs, termsOfTier(query, tier))),
	]);
	const left = fitting ?? allPlaces(packs);
	return new Map(
		tiers.map((tier, at) => {
			const own = takeAway(left, ofTiers[at]);
			return [tier, own] as const;
		}),
	);
}

/** The places that are left and among others, which are not left any more; without others, all that are left. */
function takeAway(
	left: Map<number, Places>,
	others: ReadonlyMap<number, Places> | undefined,
): Map<number, Places> {
	const taken = new Map<number, Places>();
	for (const [pack, places] of left) {
		const other = others?.get(pack);
		const own = Uint32Array.from(places, (bits, word) => bits & (other ? (other[word] as number) : -1));
		subtractPlaces(places, own);
		taken.set(pack, own);
	}
	return taken;
}

function allPlaces(packs: readonly UsedPack[]): Map<number, Places> {
	return new Map(
		packs.map(({ pack, products }) => {
			const places = noPlaces(Number(products)).fill(-1);
			const rest = Number(products) % 32;
			if (rest > 0) places[places.length - 1] = (1 << rest) - 1;
			return [Number(pack), places];
		}),
	);
}

/** Of some barcodes those whose products fit, in the order given. */
export async function fittingOf(
	db: Database,
	barcodes: readonly string[],
	query: TextQuery,
): Promise<string[]> {
	const rows: ProductText[] = await readerOf(db)
		.selectFrom("product_text")
		.select(["barcode", "words", "marks"])
		.where(isIn(db, "barcode", barcodes))
		.execute();
	const fitting = new Set(rows.filter((row) => fits(row, query)).map(({ barcode }) => barcode));
	return [...new Set(barcodes)].filter((barcode) => fitting.has(barcode));
}
