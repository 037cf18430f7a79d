import { isDeepStrictEqual } from "node:util";
import { unfitNext } from "../../../pages/pagination.ts";
import type { Database } from "../../../platform/db/database.ts";
import { isScope, variantsOf } from "../../fields/scopes.ts";
import { listAfter } from "../../listing/list-after.ts";
import { listProducts } from "../../listing/list-products.ts";
import { passingAmong } from "../../listing/listing-query.ts";
import { EVERY_PRODUCT, type ProductFilter } from "../../listing/product-filter.ts";
import type { Reader } from "../../reading/read-product.ts";
import { countValues, type FilterValue } from "../../search/count-values.ts";
import { searchProducts } from "../../search/search-products.ts";
import { type FoundPlace, readPlace, writePlace } from "../../search/text-streams.ts";

/** A page of the table. */
export interface FoundBarcodes {
	readonly barcodes: readonly string[];
	readonly total: number | null;
	readonly isAbout: boolean;
	readonly nearWords: readonly string[];
	readonly next: string | null;
}

export interface Paging {
	readonly after: string | undefined;
	readonly limit: number;
}

/** By barcode, with the exact total on the first page. */
export async function listed(
	db: Database,
	filter: ProductFilter,
	{ after, limit }: Paging,
): Promise<FoundBarcodes> {
	if (after !== undefined && !/^[0-9]{1,14}$/.test(after)) throw unfitNext();
	if (after === undefined) {
		const { rows, total } = await listProducts(db, filter, { page: 1, perPage: limit });
		const barcodes = rows.map(({ barcode }) => barcode);
		const next = total > rows.length ? (barcodes.at(-1) ?? null) : null;
		return { barcodes, total, isAbout: false, nearWords: [], next };
	}
	const { rows, hasMore } = await listAfter(db, filter, after, limit);
	const barcodes = rows.map(({ barcode }) => barcode);
	const next = hasMore ? (barcodes.at(-1) ?? null) : null;
	return { barcodes, total: null, isAbout: false, nearWords: [], next };
}

/** Search results are filtered in batches of this size, for about this long per response, which the next request continues. */
const LOT = 250;
const PATIENCE_MS = 80;
const MOST_LOTS = 8;

/** Catalogue editors see the whole catalogue. */
export const EVERY_READER: Reader = {
	locks: [],
	barcodePrefixes: [],
	brands: [],
	departments: [],
	watermark: "required",
};

/** By text, best matches first. Conditions that the text index lacks are checked product by product, up to 2,000 an answer: `next` continues. */
export async function searched(
	db: Database,
	text: string,
	filter: ProductFilter,
	{ after, limit }: Paging,
): Promise<FoundBarcodes> {
	if (filter.ranges.length === 0)
		return { barcodes: [], total: 0, isAbout: false, nearWords: [], next: null };
	const { asked, reader, rest } = dividedFilter(text, filter);
	const from = after === undefined ? undefined : placeOf(after);
	if (isDeepStrictEqual(rest, EVERY_PRODUCT)) {
		const page = await searchProducts(db, asked, reader, { after: from, most: limit });
		const total = after === undefined ? page.roughly : null;
		const { barcodes, nearWords, last } = page;
		return { barcodes, total, isAbout: last !== undefined, nearWords, next: nextOf(last) };
	}
	const barcodes: string[] = [];
	const nearWords = new Set<string>();
	let place = from;
	const startedAt = performance.now();
	for (let lot = 0; lot < MOST_LOTS && barcodes.length < limit; lot++) {
		const page = await searchProducts(db, asked, reader, { after: place, most: LOT });
		const passing = new Set(await passingAmong(db.scan, rest, page.barcodes));
		barcodes.push(...page.barcodes.filter((barcode) => passing.has(barcode)));
		for (const word of page.nearWords) nearWords.add(word);
		place = page.last;
		if (!place || performance.now() - startedAt > PATIENCE_MS) break;
	}
	const total = place || after !== undefined ? null : barcodes.length;
	return { barcodes, total, isAbout: false, nearWords: [...nearWords], next: nextOf(place) };
}

/** How many products would be found with each value; `undefined` with conditions that are checked product by product. */
export async function counted(
	db: Database,
	text: string,
	filter: ProductFilter,
	values: readonly FilterValue[],
): Promise<readonly (number | undefined)[]> {
	const { asked, reader, rest } = dividedFilter(text, filter);
	if (filter.ranges.length === 0 || !isDeepStrictEqual(rest, EVERY_PRODUCT))
		return values.map(() => undefined);
	return countValues(db, asked, reader, values);
}

/** Splits a filter into what the text index covers, and what has to be checked product by product. */
function dividedFilter(text: string, filter: ProductFilter) {
	const scopes = filter.has.filter((key) => isScope(key)).filter((scope) => scope !== "images");
	const barcodePrefixes = filter.ranges.map(({ from }) => from).filter((prefix) => prefix !== "");
	return {
		asked: {
			text,
			fields: { "catalog_meta.department": filter.departments },
			scopes,
			variants: variantsOf(filter.withVariants),
		},
		reader: { ...EVERY_READER, barcodePrefixes },
		rest: {
			...filter,
			ranges: EVERY_PRODUCT.ranges,
			departments: [],
			withVariants: 0,
			has: filter.has.filter((key) => !isScope(key) || key === "images"),
		},
	};
}

/** Where a search continues; null at its end. */
export function nextOf(last: FoundPlace | undefined): string | null {
	return last ? writePlace(last) : null;
}

/** @throws HttpError 400 for anything but a `next` of an earlier response. */
export function placeOf(after: string): FoundPlace {
	const place = readPlace(after);
	if (!place) throw unfitNext();
	return place;
}
