import type { Database } from "../../platform/db/database.ts";
import { readBarcode } from "../barcodes/barcode-reading.ts";
import type { Reader } from "../reading/read-product.ts";
import { type FoundPage, findForgivingly, fittingOf, type Paging, textOf } from "./find-texts.ts";
import { type SearchFilter, searchQuery } from "./search-query.ts";
import { type TextQuery, TIERS } from "./text-query.ts";
import type { FoundPlace } from "./text-streams.ts";
import { inFinalForm } from "./words.ts";

/** A page of a reader's search results. */
export interface SearchPage extends FoundPage {
	/** Products that are meant if the barcode was mistyped, or that are inside the case with that barcode; only if nothing is found. */
	readonly suggested: readonly string[];
}

const NOTHING: SearchPage = { barcodes: [], last: undefined, roughly: 0, nearWords: [], suggested: [] };

/**
 * Finds products by typed text and by filters, as far as a reader may know about them: products outside the scope filter are not found, and locked
 * data is not searched. A product whose barcode is typed, in any form, comes first.
 */
export async function searchProducts(
	db: Database,
	filter: SearchFilter,
	reader: Reader,
	{ after, most }: Paging,
): Promise<SearchPage> {
	const { query, code } = searchQuery(filter, reader);
	if (!query) return NOTHING;
	const anyWords = { ...query, words: [] };
	const exact = code === undefined ? [] : await fittingOf(db, readBarcode(code).barcodes, anyWords);
	const page = await findForgivingly(db, query, { after, most: most + (after ? 0 : exact.length) });
	const others = page.barcodes.filter((barcode) => !exact.includes(barcode));
	const barcodes = after ? others : [...exact, ...others];
	const isMissing = code !== undefined && barcodes.length === 0 && !after;
	return {
		...page,
		barcodes,
		nearWords: page.nearWords.map(inFinalForm),
		suggested: isMissing ? await suggestionsFor(db, code, anyWords) : [],
	};
}

/**
 * The place of a product in the results of a search, from `<tier>-<barcode>`: an address that people can keep, as cursors are not.
 * @returns `undefined` for a product that the reader may not know about, and for any other text.
 */
export async function placeOf(
	db: Database,
	filter: SearchFilter,
	reader: Reader,
	named: string,
): Promise<FoundPlace | undefined> {
	const [, tierName, barcode] = /^([a-z]+)-([0-9]{4,14})$/.exec(named) ?? [];
	const tier = TIERS.find((known) => known === tierName);
	const { query } = searchQuery(filter, reader);
	if (!tier || barcode === undefined || !query) return undefined;
	const text = await textOf(db, barcode, { ...query, words: [] });
	return text && { tier, ...text };
}

const MOST_SUGGESTED = 3;

async function suggestionsFor(db: Database, code: string, query: TextQuery): Promise<string[]> {
	const { units, suggestions } = readBarcode(code);
	return (await fittingOf(db, [...units, ...suggestions], query)).slice(0, MOST_SUGGESTED);
}
