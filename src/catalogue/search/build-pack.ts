import { byWords, type ProductText } from "./product-text.ts";
import { MOST_PLACES, placesBytes, type TermPage, writePages } from "./term-pages.ts";
import { listsOf, termsOf, wordOf } from "./terms.ts";

/** Version of what a pack holds. Packs of another one are built again. */
export const PACK_RULES = "2";

/** Number of consecutive places that form one row. */
export const SLICE_PLACES = 128;

/** The rows of a pack, and its number of products. */
export interface BuiltPack {
	readonly products: number;
	readonly pages: readonly TermPage[];
	readonly slices: readonly { readonly firstWords: string; readonly barcodes: string }[];
}

/** Products as one text, one per line: passing a text to a thread is fast, passing many objects is not. */
export function linesOf(texts: readonly ProductText[]): string {
	return texts.map(({ barcode, words, marks }) => `${barcode}\t${words}\t${marks}`).join("\n");
}

function textOf(line: string): ProductText {
	const [barcode = "", words = "", marks = ""] = line.split("\t");
	return { barcode, words, marks };
}

/** Packs the products of several such texts in the order of their words. @throws RangeError for more than a pack can hold. */
export function buildPack(lines: readonly string[]): BuiltPack {
	const sorted = lines.flatMap((some) => some.split("\n").map(textOf)).sort(byWords);
	if (sorted.length > MOST_PLACES) throw new RangeError(`a pack holds at most ${MOST_PLACES} products`);
	const terms = new Map<string, number[]>();
	sorted.forEach((text, place) => {
		for (const term of termsOf(text)) {
			const places = terms.get(term);
			if (places) places.push(place);
			else terms.set(term, [place]);
		}
	});
	const pages = writePages(
		[
			...[...terms].map(([term, places]) => ({ term, bytes: placesBytes(places, sorted.length) })),
			...[...wordLists(terms)].map(([term, words]) => ({ term, bytes: Buffer.from(words.join(" ")) })),
		].sort((one, other) => (one.term < other.term ? -1 : 1)),
	);
	return { products: sorted.length, pages, slices: slicesOf(sorted) };
}

/** Lists of words, each followed by the number of products that have it, among which near words are looked for. */
function wordLists(terms: ReadonlyMap<string, readonly number[]>): Map<string, string[]> {
	const lists = new Map<string, string[]>();
	for (const [term, places] of terms) {
		const word = wordOf(term);
		if (word === undefined || /^[0-9]+$/.test(word)) continue;
		for (const list of listsOf(word)) {
			const words = lists.get(list) ?? [];
			words.push(`${word} ${places.length}`);
			lists.set(list, words);
		}
	}
	return lists;
}

function slicesOf(sorted: readonly ProductText[]): BuiltPack["slices"] {
	return sorted.flatMap((first, place) => {
		if (place % SLICE_PLACES !== 0) return [];
		const barcodes = sorted.slice(place, place + SLICE_PLACES).map(({ barcode }) => barcode);
		return [{ firstWords: first.words, barcodes: barcodes.join(" ") }];
	});
}
