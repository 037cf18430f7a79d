import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { UsedPack } from "./pack-store.ts";
import { readerOf, readPacks } from "./pack-store.ts";
import { addPlacesOf, countsOn, intersectPlaces, noPlaces, type Places } from "./term-pages.ts";
import type { TermRange } from "./terms.ts";
import type { AnyTerm } from "./text-query.ts";

interface PageRow {
	readonly pack: number;
	readonly content: Uint8Array;
}

/** Far more than there ever are: makes the inner query one that no planner takes apart. */
const ALL_PACKS = 1_000_000;

/** The pages of all packs in use on which terms of a range can be: from the one that begins at its start or before. */
async function readPages(db: Database, { from, to }: TermRange): Promise<readonly PageRow[]> {
	const query = sql<PageRow>`select text_page.pack, text_page.content from (
			select pack, coalesce((select max(first_term) from text_page as earlier
				where earlier.pack = text_pack.pack and earlier.first_term <= ${from}), '') as start
			from text_pack where is_used = 1 limit ${sql.raw(String(ALL_PACKS))} offset 0
		) as begun join text_page on text_page.pack = begun.pack
			and text_page.first_term >= begun.start and text_page.first_term <= ${to}`;
	return (await query.execute(readerOf(db))).rows;
}

/** Reads each range of terms once. */
export type ReadRange = (range: TermRange) => Promise<ReadonlyMap<number, readonly Uint8Array[]>>;

export function createRangeReader(db: Database): ReadRange {
	const read = new Map<string, Promise<ReadonlyMap<number, readonly Uint8Array[]>>>();
	return (range) => {
		const key = JSON.stringify(range);
		const known = read.get(key) ?? readPages(db, range).then(byPack);
		read.set(key, known);
		return known;
	};
}

function byPack(rows: readonly PageRow[]): Map<number, Uint8Array[]> {
	const pages = new Map<number, Uint8Array[]>();
	for (const { pack, content } of rows) {
		const key = Number(pack);
		pages.set(key, [...(pages.get(key) ?? []), content]);
	}
	return pages;
}

/** The places of each pack that have any of the terms of every list; `undefined` where there is no list. */
export async function placesWith(
	readRange: ReadRange,
	packs: readonly UsedPack[],
	wanted: readonly AnyTerm[],
): Promise<Map<number, Places> | undefined> {
	const lists = await Promise.all(
		wanted.map(async (any) =>
			Promise.all(any.map(async (range) => ({ range, pages: await readRange(range) }))),
		),
	);
	if (lists.length === 0) return undefined;
	const found = new Map<number, Places>();
	for (const { pack, products } of packs) {
		let places: Places | undefined;
		for (const any of lists) {
			const joined = noPlaces(products);
			for (const { range, pages } of any)
				for (const page of pages.get(Number(pack)) ?? []) addPlacesOf(page, range, joined);
			if (places) intersectPlaces(places, joined);
			else places = joined;
		}
		found.set(Number(pack), places ?? noPlaces(products));
	}
	return found;
}

/** Every term of a range with the number of products, in packs alone. */
export async function countTerms(db: Database, range: TermRange): Promise<Map<string, number>> {
	const [packs, rows] = await Promise.all([readPacks(readerOf(db)), readPages(db, range)]);
	const products = new Map(packs.map((pack) => [Number(pack.pack), Number(pack.products)]));
	const counts = new Map<string, number>();
	for (const { pack, content } of rows)
		for (const [term, count] of countsOn(content, range, products.get(Number(pack)) ?? 0))
			counts.set(term, (counts.get(term) ?? 0) + count);
	return counts;
}
