import type { ProductText } from "./product-text.ts";
import { MOST_PLACES, type TermPage, writePages } from "./term-pages.ts";
import { termsOf } from "./terms.ts";

/** Number of consecutive places that form one row. */
export const SLICE_PLACES = 128;

/** The rows of a pack, and its number of products. */
export interface BuiltPack {
	readonly products: number;
	readonly pages: readonly TermPage[];
	readonly slices: readonly { readonly firstWords: string; readonly barcodes: string }[];
}

/** Packs products in the order of their words, with the places of each term. @throws RangeError for more than a pack can hold. */
export function buildPack(texts: readonly ProductText[]): BuiltPack {
	if (texts.length > MOST_PLACES) throw new RangeError(`a pack holds at most ${MOST_PLACES} products`);
	const sorted = [...texts].sort(byWords);
	const terms = new Map<string, number[]>();
	sorted.forEach((text, place) => {
		for (const term of termsOf(text)) {
			const places = terms.get(term);
			if (places) places.push(place);
			else terms.set(term, [place]);
		}
	});
	const inOrder = [...terms].sort(([one], [other]) => (one < other ? -1 : 1));
	return { products: sorted.length, pages: writePages(inOrder, sorted.length), slices: slicesOf(sorted) };
}

function slicesOf(sorted: readonly ProductText[]): BuiltPack["slices"] {
	return Array.from({ length: Math.ceil(sorted.length / SLICE_PLACES) }, (_, slice) => {
		const some = sorted.slice(slice * SLICE_PLACES, (slice + 1) * SLICE_PLACES);
		return { firstWords: some[0]?.words ?? "", barcodes: some.map(({ barcode }) => barcode).join(" ") };
	});
}

/** The order of results: by words, then by barcode. */
export function byWords(
	one: Pick<ProductText, "words" | "barcode">,
	other: Pick<ProductText, "words" | "barcode">,
): number {
	if (one.words !== other.words) return one.words < other.words ? -1 : 1;
	return one.barcode < other.barcode ? -1 : Number(one.barcode > other.barcode);
}
