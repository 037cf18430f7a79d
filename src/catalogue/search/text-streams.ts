import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import { SLICE_PLACES } from "./build-pack.ts";
import { facets } from "./facets.ts";
import { readerOf, sliceKey, sliceOf, type UsedPack, unpackedRows } from "./pack-store.ts";
import { byWords, NEXT_PART, type ProductText } from "./product-text.ts";
import { type Places, placesFrom } from "./term-pages.ts";
import { hasPrefix, type TextQuery, TIERS, type Tier, tiersOf, wordsWanted } from "./text-query.ts";

/** What results are ordered by, and what identifies the product. */
type FoundText = Pick<ProductText, "barcode" | "words">;

/** A product and its tier: where a page ends. */
export interface FoundPlace extends FoundText {
	readonly tier: Tier;
	/** Of its row, where that decides the order. */
	readonly id?: number;
}

/** Such a place as a text, for cursors. */
export function writePlace({ tier, barcode, words, id }: FoundPlace): string {
	return JSON.stringify([tier, barcode, words, ...(id === undefined ? [] : [id])]);
}

/** @returns `undefined` for any other text. */
export function readPlace(text: string): FoundPlace | undefined {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch {
		return undefined;
	}
	const [named, barcode, words, id] = Array.isArray(parsed) ? parsed : [];
	const tier = TIERS.find((known) => known === named);
	return tier && typeof barcode === "string" && typeof words === "string"
		? { tier, barcode, words, ...(typeof id === "number" ? { id } : {}) }
		: undefined;
}

/** Products in the order of their words, some of which have been read. */
interface Stream {
	readonly pack: UsedPack;
	readonly places: Places;
	/** The first place that has not been examined. */
	next: number;
	isOver: boolean;
	ready: FoundText[];
}

/** Places of a pack that are examined together; whenever that is not enough, the number is multiplied. */
const MOST_EXAMINED = 512;
const GROWTH = 4;

/** Usually enough, if each pack has its share of the results. */
function firstPlaces(packs: number, most: number): number {
	return Math.ceil((1.5 * most) / packs) + 3;
}

export interface Merge {
	readonly db: Database;
	readonly packs: readonly UsedPack[];
	readonly places: ReadonlyMap<number, Places>;
	readonly prefixes: readonly string[];
	/** Only results after this one. */
	readonly after: FoundText | undefined;
	/** Unpacked rows, in order. */
	readonly unpacked: readonly FoundText[];
}

/** The first products of all packs and of the unpacked rows, in one order. */
export async function mergeInOrder(merge: Merge, most: number): Promise<FoundText[]> {
	const { db, packs, places, after, unpacked } = merge;
	const held = packs.flatMap((pack) => {
		const own = places.get(pack.pack);
		return own?.some((bits) => bits !== 0) ? [{ pack, places: own }] : [];
	});
	const starts = await startPlaces(
		db,
		held.map(({ pack }) => pack),
		after,
	);
	const streams = held.map(
		(each): Stream => ({ ...each, next: starts.get(each.pack.pack) ?? 0, isOver: false, ready: [] }),
	);
	const waiting = [...unpacked];
	const found: FoundText[] = [];
	for (let chunk = firstPlaces(held.length, most); found.length < most; ) {
		const empty = streams.filter(({ isOver, ready }) => !isOver && ready.length === 0);
		if (empty.length > 0) {
			await readOn(merge, empty, chunk);
			chunk = Math.min(MOST_EXAMINED, GROWTH * chunk);
			continue;
		}
		const next = takeFirst([waiting, ...streams.map(({ ready }) => ready)]);
		if (!next) break;
		if (next.barcode !== found.at(-1)?.barcode) found.push(next);
	}
	return found;
}

function takeFirst(lists: readonly FoundText[][]): FoundText | undefined {
	let first: FoundText[] | undefined;
	for (const list of lists) {
		const head = list[0];
		if (head && (!first?.[0] || byWords(head, first[0]) < 0)) first = list;
	}
	return first?.shift();
}

/** Where to start in each pack: with the slice before the last product of the previous page. */
async function startPlaces(
	db: Database,
	packs: readonly UsedPack[],
	after: FoundText | undefined,
): Promise<Map<number, number>> {
	if (!after || packs.length === 0) return new Map();
	const rows = await readerOf(db)
		.selectFrom("text_slice")
		.select((is) => ["pack", is.fn.max("slice").as("slice")])
		.where(
			"pack",
			"in",
			packs.map(({ pack }) => pack),
		)
		.where("first_words", "<", after.words)
		.groupBy("pack")
		.execute();
	return new Map(rows.map(({ pack, slice }) => [pack, SLICE_PLACES * slice]));
}

/** Reads the next products of some streams, skipping those that have changed since their pack was made. */
async function readOn({ db, prefixes, after }: Merge, streams: readonly Stream[], chunk: number) {
	const taken = streams.map((stream) => {
		const places = placesFrom(stream.places, stream.next, chunk);
		const last = places.at(-1);
		stream.isOver = last === undefined || places.length < chunk;
		if (last !== undefined) stream.next = last + 1;
		return { stream, places };
	});
	const slices = await readSlices(
		db,
		taken.flatMap(({ stream, places }) => places.map((place) => sliceKey(stream.pack.pack, sliceOf(place)))),
	);
	const named = taken.map(({ stream, places }) => ({
		stream,
		barcodes: places.flatMap(
			(place) => slices.get(sliceKey(stream.pack.pack, sliceOf(place)))?.[place % SLICE_PLACES] ?? [],
		),
	}));
	const texts = await readTexts(
		db,
		named.flatMap(({ barcodes }) => barcodes),
	);
	for (const { stream, barcodes } of named) {
		const { from_batch, to_batch } = stream.pack;
		stream.ready = barcodes.flatMap((barcode) => {
			const text = texts.get(barcode);
			if (!text || text.batch < from_batch || text.batch > to_batch) return [];
			if (after && byWords(text, after) <= 0) return [];
			return hasPrefix(text, prefixes) ? [text] : [];
		});
	}
}

export async function readSlices(db: Database, keys: readonly string[]): Promise<Map<string, string[]>> {
	if (keys.length === 0) return new Map();
	const rows = await readerOf(db)
		.selectFrom("text_slice")
		.select(["slice_key", "barcodes"])
		.where(db.traits.isInList("slice_key", [...new Set(keys)]))
		.execute();
	return new Map(rows.map(({ slice_key, barcodes }) => [slice_key, barcodes.split(" ")]));
}

async function readTexts(
	db: Database,
	barcodes: readonly string[],
): Promise<Map<string, FoundText & { readonly batch: number }>> {
	if (barcodes.length === 0) return new Map();
	const rows = await readerOf(db)
		.selectFrom("product_text")
		.select(["barcode", "words", "batch"])
		.where(db.traits.isInList("barcode", barcodes))
		.execute();
	return new Map(rows.map((row) => [row.barcode, row]));
}

/** Unpacked products, in order. */
export async function readUnpacked(
	db: Database,
	query: TextQuery,
	{ packedBatch, after, most }: { packedBatch: number; after: FoundPlace | undefined; most: number },
): Promise<FoundPlace[]> {
	const fitting = queryConditions(query)
		.reduce(
			(rows, condition) => rows.where(condition),
			readerOf(db)
				.selectFrom("product_text")
				.select(["barcode", "words", tierPlace(query).as("tier_place")])
				.where("batch", ">", packedBatch),
		)
		.as("fitting");
	const tiers = tiersOf(query);
	const rows = await readerOf(db)
		.selectFrom(fitting)
		.selectAll()
		.$if(after !== undefined, (all) =>
			all.where(
				sql<SqlBool>`(tier_place, words, barcode) > (${sql.lit(tiers.indexOf(after?.tier ?? "others"))}, ${after?.words}, ${after?.barcode})`,
			),
		)
		.orderBy("tier_place")
		.orderBy("words")
		.orderBy("barcode")
		.limit(most)
		.execute();
	return rows.map(({ barcode, words, tier_place }) => ({
		barcode,
		words,
		tier: tiers[tier_place] ?? "others",
	}));
}

/** Number of matching unpacked products, up to a few thousand: a large import should not be counted for each keystroke. */
export async function countUnpacked(db: Database, query: TextQuery, packedBatch: number): Promise<number> {
	const fitting = queryConditions(query)
		.reduce((rows, condition) => rows.where(condition), unpackedRows(db, packedBatch).select("batch"))
		.as("fitting");
	return countRows(readerOf(db).selectFrom(fitting));
}

/** Neither words nor facets contain wildcards. */
const like = (column: "words" | "marks", pattern: string) => sql<SqlBool>`${sql.ref(column)} like ${pattern}`;

/** What a row has to meet to match. */
export function queryConditions(query: TextQuery): RawBuilder<SqlBool>[] {
	const { facets: held, barcodePrefixes } = query;
	return [
		...wordsWanted(query).map(({ typed, near }) =>
			anyOf([like("words", `% ${typed}%`), ...near.map((word) => like("words", `% ${word} %`))]),
		),
		...held.map((any) => anyOf(any.map((facet) => like("marks", `% ${facet} %`)))),
		...(barcodePrefixes.length === 0
			? []
			: [anyOf(barcodePrefixes.map((prefix) => sql<SqlBool>`barcode like ${`${prefix}%`}`))]),
	];
}

function anyOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
	return conditions.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** The rank of a product's tier among those of a query. */
function tierPlace({ words, sort }: TextQuery): RawBuilder<number> {
	const [first] = words;
	if (first === undefined && sort) return sql<number>`0`;
	if (first === undefined)
		return sql<number>`case when ${like("marks", `% ${facets.presentable} %`)} then 0 else 1 end`;
	const all = (pattern: (word: string) => string) =>
		sql.join(
			words.map((word) => like("words", pattern(word))),
			sql` and `,
		);
	const hasNot = sql<SqlBool>`not (${all((word) => `% ${word}%`)})`;
	if (sort) return sql<number>`case when ${hasNot} then 1 else 0 end`;
	const begins = anyOf([like("words", ` ${first}%`), like("words", `% ${NEXT_PART} ${first}%`)]);
	return sql<number>`case when ${hasNot} then 3 when ${begins} then 0
		when ${all((word) => `% ${word} %`)} then 1 else 2 end`;
}
