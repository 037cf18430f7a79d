import type { Database } from "../../platform/db/database.ts";
import type { MetadataScope, Variant } from "../fields/scopes.ts";
import type { Reader } from "../reading/read-product.ts";
import { facets, fieldFacet } from "./facets.ts";
import { allPlaces, findForgivingly } from "./find-texts.ts";
import { readerOf, readPacked, unpackedRows } from "./pack-store.ts";
import { placesWith, readRanges } from "./read-packs.ts";
import { type SearchFilter, searchQuery } from "./search-query.ts";
import { countPlaces, intersectPlaces } from "./term-pages.ts";
import { facetRange, split } from "./terms.ts";
import { type TextQuery, termsWanted } from "./text-query.ts";
import { queryConditions } from "./text-streams.ts";

/** A value that products can be filtered by: of a field, by metadata key, or a scope or picture that they have. */
export type FilterValue =
	| { readonly field: string; readonly value: string | true }
	| { readonly scope: MetadataScope }
	| { readonly variant: Variant };

/** Results up to which products are counted one by one, which is exact. */
const MOST_READ = 500;

/**
 * For each value, how many products a search would find with it: instead of the chosen values of its field, of which one has to match, or in addition
 * to what all have to match. Beyond a few hundred results the numbers are approximate, as those of the search are.
 * @param mostRead lowered by tests. @returns `undefined` for values that cannot be counted without revealing products outside the reader's filter.
 */
export async function countValues(
	db: Database,
	filter: SearchFilter,
	reader: Reader,
	values: readonly FilterValue[],
	mostRead = MOST_READ,
): Promise<readonly (number | undefined)[]> {
	const replaced = (value: FilterValue) =>
		"field" in value && Array.isArray(filter.fields[value.field]) ? value.field : undefined;
	const counts = new Map<FilterValue, number>();
	for (const field of new Set(values.map(replaced))) {
		const own = field === undefined ? filter : { ...filter, fields: { ...filter.fields, [field]: [] } };
		const { query } = searchQuery(own, reader);
		const among = values.filter((value) => replaced(value) === field);
		const found = query
			? await countFacets(db, query, among.map(facetOfValue), mostRead)
			: among.map(() => 0);
		for (const [place, value] of among.entries()) {
			const count = found?.[place];
			if (count !== undefined) counts.set(value, count);
		}
	}
	return values.map((value) => counts.get(value));
}

function facetOfValue(value: FilterValue): string {
	if ("field" in value) return fieldFacet(value.field, value.value);
	return "scope" in value ? facets.scope(value.scope) : facets.variant(value.variant);
}

async function countFacets(
	db: Database,
	query: TextQuery,
	asked: readonly string[],
	mostRead: number,
): Promise<readonly number[] | undefined> {
	const page = await findForgivingly(db, query, { after: undefined, most: mostRead });
	if (!page.last) return countEach(asked, await facetsOf(db, page.barcodes));
	// Terms also count products outside a barcode filter, whose existence must not be revealed.
	if (query.barcodePrefixes.length > 0) return undefined;
	const { packedBatch, packs } = await readPacked(readerOf(db));
	const wanted = termsWanted(query);
	const ranges = asked.map((facet) => [facetRange(facet)]);
	const pagesOf = await readRanges(db, packs, [...wanted, ...ranges]);
	const fitting = placesWith(pagesOf, packs, wanted) ?? allPlaces(packs);
	const unpacked = countEach(asked, await unpackedFacets(db, query, packedBatch));
	return ranges.map((range, place) => {
		let count = unpacked[place] ?? 0;
		for (const [pack, places] of placesWith(pagesOf, packs, [range]) ?? []) {
			const own = fitting.get(pack);
			if (!own) continue;
			intersectPlaces(places, own);
			count += countPlaces(places);
		}
		return count;
	});
}

function countEach(asked: readonly string[], texts: readonly string[]): number[] {
	const counts = new Map<string, number>();
	for (const facet of texts.flatMap(split)) counts.set(facet, 1 + (counts.get(facet) ?? 0));
	return asked.map((facet) => counts.get(facet) ?? 0);
}

async function facetsOf(db: Database, barcodes: readonly string[]): Promise<string[]> {
	if (barcodes.length === 0) return [];
	const rows = await readerOf(db)
		.selectFrom("product_text")
		.select("marks")
		.where(db.traits.isInList("barcode", barcodes))
		.execute();
	return rows.map((row) => row.marks);
}

async function unpackedFacets(db: Database, query: TextQuery, packedBatch: number): Promise<string[]> {
	const rows = await queryConditions(query)
		.reduce((found, condition) => found.where(condition), unpackedRows(db, packedBatch).select("marks"))
		.execute();
	return rows.map((row) => row.marks);
}
