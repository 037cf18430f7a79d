import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { readerOf, readPacked, unpackedRows } from "./pack-store.ts";
import { readRanges } from "./read-packs.ts";
import { textsOf } from "./term-pages.ts";
import { listsOf, split, wordList } from "./terms.ts";

/** Words that begin or end like the typed ones, with the number of products that have each. */
type Vocabulary = ReadonlyMap<string, number>;

/** A word that fewer products have may be misspelt. */
export const FEW_PRODUCTS = 5;
/** Shorter words are near too many others. */
const FEWEST_LETTERS = 4;
/** Two edits are forgiven from this length on. */
const LONG_WORD = 8;
/** The most frequent ones are taken. */
const MOST_NEAR = 4;
/** Of which it is looked up whether a reader may see a product that has them. */
const MOST_TRIED = 20;

/** How many products a reader finds by a word, counted up to `most`; a product counts that has a word that starts with it. */
export type CountSeen = (word: string, most: number) => Promise<number>;

/**
 * For each typed word, the words of the catalogue that may be meant: those with the fewest edits, which share its first or its last two letters. None
 * for numbers, short words, and words that several products have.
 * @param countSeen for readers from whom products are hidden: words of hidden products are not meant, and hide no others
 */
export async function nearWords(
	db: Database,
	typed: readonly string[],
	countSeen?: CountSeen,
): Promise<string[][]> {
	const unsure = typed.filter((word) => word.length >= FEWEST_LETTERS && !/^[0-9]+$/.test(word));
	if (unsure.length === 0) return typed.map(() => []);
	const vocabulary = await readVocabulary(db, unsure);
	return Promise.all(
		typed.map((word) => (unsure.includes(word) ? nearest(word, vocabulary, countSeen) : [])),
	);
}

async function readVocabulary(db: Database, typed: readonly string[]): Promise<Vocabulary> {
	const { packedBatch, packs } = await readPacked(readerOf(db));
	const lists = [...new Set(typed.flatMap(listsOf))].map(wordList);
	const pagesOf = await readRanges(db, packs, [lists]);
	const products = new Map<string, number>();
	for (const { pack } of packs) {
		// A word may be on two lists of a pack.
		const ofPack = new Map<string, number>();
		for (const range of lists)
			for (const page of pagesOf(range).get(pack) ?? [])
				for (const text of textsOf(page, range))
					for (const [, word = "", count] of text.matchAll(/(\S+) (\d+)/g)) ofPack.set(word, Number(count));
		for (const [word, count] of ofPack) products.set(word, count + (products.get(word) ?? 0));
	}
	const beginsOrEnds = typed.flatMap((word) => [`% ${word.slice(0, 2)}%`, `%${word.slice(-2)} %`]);
	const unpacked = await unpackedRows(db, packedBatch)
		.select("words")
		.where((is) => is.or(beginsOrEnds.map((pattern) => sql<boolean>`words like ${pattern}`)))
		.execute();
	for (const { words } of unpacked)
		for (const word of new Set(split(words))) products.set(word, 1 + (products.get(word) ?? 0));
	return products;
}

/** The nearest whole words; if there are none, those whose beginning is nearest, since people search before they have typed a word in full. */
async function nearest(typed: string, vocabulary: Vocabulary, countSeen?: CountSeen): Promise<string[]> {
	const { having, candidates } = candidatesFor(typed, vocabulary);
	if ((countSeen ? await countSeen(typed, FEW_PRODUCTS) : having) >= FEW_PRODUCTS) return [];
	const near: string[] = [];
	let fewest: number | undefined;
	for (const { word, edits } of candidates.slice(0, MOST_TRIED)) {
		if (near.length === MOST_NEAR || (fewest !== undefined && edits > fewest)) break;
		if (countSeen && (await countSeen(word, 1)) === 0) continue;
		fewest = edits;
		near.push(word);
	}
	return near;
}

interface Candidate {
	readonly word: string;
	readonly products: number;
	readonly edits: number;
}

/** The words that may be meant, nearest and then most frequent first, and the number of products that have a word that starts as typed. */
function candidatesFor(typed: string, vocabulary: Vocabulary) {
	const most = typed.length < LONG_WORD ? 1 : 2;
	let having = 0;
	const candidates: Candidate[] = [];
	for (const [word, products] of vocabulary) {
		if (word.startsWith(typed)) {
			having += products;
			continue;
		}
		const { whole, beginning } = editsBetween(typed, word, most);
		const edits = whole <= most ? whole : most + beginning;
		if (edits <= 2 * most) candidates.push({ word, products, edits });
	}
	candidates.sort(
		(one, other) =>
			one.edits - other.edits || other.products - one.products || (one.word < other.word ? -1 : 1),
	);
	return { having, candidates };
}

/**
 * The fewest insertions, deletions, substitutions and transpositions of neighbouring letters that turn the typed letters into a word, and into any
 * beginning of it (optimal string alignment). Numbers above `most` are given as one more.
 */
export function editsBetween(
	typed: string,
	word: string,
	most: number,
): { readonly whole: number; readonly beginning: number } {
	const tooMany = most + 1;
	let above: number[] = [];
	let row = Array.from({ length: word.length + 1 }, (_, place) => Math.min(place, tooMany));
	for (let at = 1; at <= typed.length; at++) {
		const next = new Array<number>(word.length + 1).fill(tooMany);
		next[0] = Math.min(at, tooMany);
		let fewest = next[0];
		// Letters that are further apart have more insertions or deletions between them.
		for (let place = Math.max(1, at - most); place <= Math.min(word.length, at + most); place++) {
			const isSame = typed[at - 1] === word[place - 1];
			const isTransposed =
				at > 1 && place > 1 && typed[at - 2] === word[place - 1] && typed[at - 1] === word[place - 2];
			const edits = Math.min(
				1 + (row[place] as number),
				1 + (next[place - 1] as number),
				(isSame ? 0 : 1) + (row[place - 1] as number),
				isTransposed ? 1 + (above[place - 2] as number) : tooMany,
				tooMany,
			);
			next[place] = edits;
			fewest = Math.min(fewest, edits);
		}
		if (fewest > most) return { whole: tooMany, beginning: tooMany };
		[above, row] = [row, next];
	}
	return { whole: row[word.length] as number, beginning: Math.min(...row) };
}
