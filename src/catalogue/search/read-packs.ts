import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { UsedPack } from "./pack-store.ts";
import { readerOf, readPacks } from "./pack-store.ts";
import { addPlacesOf, countsOn, intersectPlaces, noPlaces, type Places } from "./term-pages.ts";
import type { TermRange } from "./terms.ts";
import type { AnyTerm } from "./text-query.ts";

interface PageRow {
	/** Index of the range it belongs to. */
	readonly place: number;
	readonly pack: number;
	/** Null if a pack has none. */
	readonly content: Uint8Array | null;
}

/**
 * Reads, with one statement, the pages of packs that can contain terms of the given ranges: for each range the last page that begins at or before its
 * start, and those that begin inside it. The former is a subquery, because a planner that is free to join pages with ranges would read all pages.
 */
async function readPages(
	db: Database,
	packs: readonly UsedPack[],
	ranges: readonly TermRange[],
): Promise<readonly PageRow[]> {
	if (ranges.length === 0 || packs.length === 0) return [];
	const isAsked = (column: string) =>
		db.traits.isInList(
			column,
			packs.map(({ pack }) => String(pack)),
		);
	const placed = ranges.map((range, place) => ({ ...range, place: sql.raw(String(place)) }));
	const firsts = placed.map(({ place, from }) => sql`(${place}, ${from})`);
	const inside = placed
		.filter(({ from, to }) => from !== to)
		.map(
			({ place, from, to }) => sql`union all select ${place} as place, pack, content from text_page
				where ${isAsked("pack")} and first_term > ${from} and first_term <= ${to}`,
		);
	const query = sql<PageRow>`with wanted(place, first) as (values ${sql.join(firsts)})
		select wanted.place, text_pack.pack, (select content from text_page
			where text_page.pack = text_pack.pack and first_term <= wanted.first order by first_term desc limit 1) as content
		from wanted cross join text_pack where ${isAsked("text_pack.pack")}
		${sql.join(inside, sql` `)}`;
	return (await query.execute(readerOf(db))).rows;
}

/** Returns the pages of a range of terms, by pack. */
export type PagesOf = (range: TermRange) => ReadonlyMap<number, readonly Uint8Array[]>;

/** Reads the pages of all ranges that a search needs. */
export async function readRanges(
	db: Database,
	packs: readonly UsedPack[],
	wanted: readonly AnyTerm[],
): Promise<PagesOf> {
	const ranges = new Map(wanted.flat().map((range) => [JSON.stringify(range), range]));
	const pages = [...ranges.keys()].map((key) => ({ key, ofPacks: new Map<number, Uint8Array[]>() }));
	for (const { place, pack, content } of await readPages(db, packs, [...ranges.values()])) {
		if (content === null) continue;
		const ofPacks = pages[place]?.ofPacks;
		const ofPack = ofPacks?.get(pack);
		if (ofPack) ofPack.push(content);
		else ofPacks?.set(pack, [content]);
	}
	const byRange = new Map(pages.map(({ key, ofPacks }) => [key, ofPacks]));
	return (range) => byRange.get(JSON.stringify(range)) ?? new Map();
}

/** The places of each pack that have any of the terms of every list; `undefined` if there are no lists. */
export function placesWith(
	pagesOf: PagesOf,
	packs: readonly UsedPack[],
	wanted: readonly AnyTerm[],
): Map<number, Places> | undefined {
	if (wanted.length === 0) return undefined;
	const lists = wanted.map((any) => any.map((range) => ({ range, pages: pagesOf(range) })));
	const found = new Map<number, Places>();
	for (const { pack, products } of packs) {
		let places: Places | undefined;
		for (const any of lists) {
			const joined = noPlaces(products);
			for (const { range, pages } of any)
				for (const page of pages.get(pack) ?? []) addPlacesOf(page, range, joined);
			if (places) intersectPlaces(places, joined);
			else places = joined;
		}
		found.set(pack, places ?? noPlaces(products));
	}
	return found;
}

/** Every term of a range with the number of products that have it, counting only packs. */
export async function countTerms(db: Database, range: TermRange): Promise<Map<string, number>> {
	const packs = await readPacks(readerOf(db));
	const pagesOf = await readRanges(db, packs, [[range]]);
	const counts = new Map<string, number>();
	for (const { pack, products } of packs)
		for (const page of pagesOf(range).get(pack) ?? [])
			for (const [term, count] of countsOn(page, range, products))
				counts.set(term, (counts.get(term) ?? 0) + count);
	return counts;
}
