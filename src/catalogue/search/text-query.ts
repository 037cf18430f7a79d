import { facets } from "./facets.ts";
import { barcodeWord, type ProductText } from "./product-text.ts";
import { facetRange, type TermRange, wholeWord, wordRange } from "./terms.ts";

/** What products have to match. */
export interface TextQuery {
	/** Normalised (words.ts); a product must have a word that starts with each. */
	readonly words: readonly string[];
	/** For each word, whole words that a product may have instead. */
	readonly near?: readonly (readonly string[])[];
	/** A product must have one facet of each list. */
	readonly facets: readonly (readonly string[])[];
	/** The barcode must start with one of these; empty for any. */
	readonly barcodePrefixes: readonly string[];
	/** Undefined for the best matches first. */
	readonly sort?: SearchSort | undefined;
}

/** By name, or those first that the catalogue got last. */
export const SEARCH_SORTS = ["name", "newest"] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/**
 * How well a product matches, best first: the first word starts as requested, so that names starting with it come first; every word is complete; all
 * others that have all words; those that have near words instead. Without words, products that have a name and a picture come first. Sorted in another
 * way, the first three are one.
 */
export const TIERS = ["first", "whole", "others", "near"] as const;
export type Tier = (typeof TIERS)[number];

export function tiersOf({ words, near, sort }: TextQuery): readonly Tier[] {
	if (sort) return near ? ["others", "near"] : ["others"];
	if (words.length === 0) return ["first", "others"];
	return near ? TIERS : TIERS.filter((tier) => tier !== "near");
}

/** Terms of which a product has to have at least one. */
export type AnyTerm = readonly TermRange[];

/** What a product has to have, all of it. */
export function termsWanted(query: TextQuery): AnyTerm[] {
	return [
		...wordsWanted(query).map(({ typed, near }) => [wordRange(typed), ...near.map(wholeWord)]),
		...query.facets.map((any) => any.map(facetRange)),
		...prefixTerms(query.barcodePrefixes),
	];
}

/** Each typed word with those that a product may have instead. */
export function wordsWanted({ words, near }: TextQuery) {
	return words.map((typed, place) => ({ typed, near: near?.[place] ?? [] }));
}

/** What a product of a tier has in addition, unless it is in an earlier tier. */
export function termsOfTier({ words, near }: TextQuery, tier: Tier): AnyTerm[] {
	const [first] = words;
	const typed = near ? words.map((word) => [wordRange(word)]) : [];
	if (tier === "first")
		return [[first === undefined ? facetRange(facets.presentable) : wordRange(first, "first")], ...typed];
	if (tier === "whole") return words.map((word) => [wholeWord(word)]);
	return tier === "others" ? typed : [];
}

/** Barcodes are words without their leading zeros, so the complete prefix is checked again on the products found. */
function prefixTerms(prefixes: readonly string[]): AnyTerm[] {
	if (prefixes.length === 0) return [];
	return [
		prefixes.flatMap((prefix) =>
			/^0*$/.test(prefix) ? zerosFrom(prefix.length) : [wordRange(barcodeWord(prefix))],
		),
	];
}

const MOST_DIGITS = 14;

function zerosFrom(fewest: number): TermRange[] {
	return Array.from({ length: MOST_DIGITS - fewest + 1 }, (_, more) =>
		facetRange(facets.leadingZeros(fewest + more)),
	);
}

/** Whether a product matches. */
export function fits(text: ProductText, query: TextQuery): boolean {
	return (
		wordsWanted(query).every(
			({ typed, near }) =>
				text.words.includes(` ${typed}`) || near.some((word) => text.words.includes(` ${word} `)),
		) &&
		query.facets.every((any) => any.some((facet) => text.marks.includes(` ${facet} `))) &&
		hasPrefix(text, query.barcodePrefixes)
	);
}

export function hasPrefix({ barcode }: Pick<ProductText, "barcode">, prefixes: readonly string[]): boolean {
	return prefixes.length === 0 || prefixes.some((prefix) => barcode.startsWith(prefix));
}
