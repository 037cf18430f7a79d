import { NEXT_PART, type ProductText } from "./product-text.ts";

/**
 * Terms of the index. Short beginnings of a word are terms of their own, because many words have them; longer ones are looked up as a range of
 * whole words. In text order:
 *
 *     =d3          a facet
 *     ^choc        the first word begins with it, in either script of a name
 *     ^chocolate·  the first word, whole (· stands for the blank that ends it)
 *     choc         a word begins with it
 *     chocolate·   a word, whole
 *     ~ch          all words that begin with two letters, and
 *     ~te·         all that end with them, instead of the products that have them
 */
const FACET = "=";
const FIRST = "^";
const LIST = "~";
const END = " ";
/** Sorts after every letter. */
const LAST = "\uffff";

/** Length of prefixes that are terms: four letters, or eight digits, because barcodes of one manufacturer start alike. */
const LETTERS = 4;
const DIGITS = 8;

export interface TermRange {
	readonly from: string;
	readonly to: string;
}

export function termsOf({ words, marks }: Pick<ProductText, "words" | "marks">): Set<string> {
	const terms = new Set<string>();
	const all = split(words);
	let kind = FIRST;
	for (const word of all) {
		const isWord = word !== NEXT_PART;
		if (isWord) for (const each of new Set(["", kind])) addWord(terms, each, word);
		kind = isWord ? "" : FIRST;
	}
	for (const facet of split(marks)) terms.add(FACET + facet);
	return terms;
}

/** The words of a text in which each is surrounded by blanks. */
export function split(text: string): string[] {
	return text.trim().split(" ");
}

function addWord(terms: Set<string>, kind: string, word: string): void {
	for (let length = 1; length <= word.length && isTerm(word.slice(0, length)); length++)
		terms.add(kind + word.slice(0, length));
	terms.add(kind + word + END);
}

function isTerm(beginning: string): boolean {
	return beginning.length <= LETTERS || (beginning.length <= DIGITS && /^[0-9]+$/.test(beginning));
}

/** Matches products with a word that starts like this. */
export function wordRange(beginning: string, kind: "any" | "first" = "any"): TermRange {
	const from = (kind === "first" ? FIRST : "") + beginning;
	return isTerm(beginning) ? exactly(from) : { from, to: from + LAST };
}

/** Matches products with exactly this word. */
export function wholeWord(word: string): TermRange {
	return exactly(word + END);
}

export function facetRange(facet: string): TermRange {
	return exactly(FACET + facet);
}

/** The lists that a word is on. */
export function listsOf(word: string): string[] {
	return [LIST + word.slice(0, 2), LIST + word.slice(-2) + END];
}

export function wordList(list: string): TermRange {
	return exactly(list);
}

/** The whole word that a term stands for; `undefined` for other terms. */
export function wordOf(term: string): string | undefined {
	return term.endsWith(END) && !term.startsWith(FIRST) ? term.slice(0, -END.length) : undefined;
}

export function facetsFrom(letter: string): TermRange {
	return { from: FACET + letter, to: FACET + letter + LAST };
}

export function facetOf(term: string): string {
	return term.slice(FACET.length);
}

function exactly(term: string): TermRange {
	return { from: term, to: term };
}
