import type { Database } from "../../platform/db/database.ts";
import { changesAreFew } from "./list-products.ts";
import { type ListedProduct, readRange } from "./listing-query.ts";
import type { ProductFilter } from "./product-filter.ts";

/** A page of a cursor-based listing. */
export interface ProductsAfter {
	readonly rows: readonly ListedProduct[];
	/** Whether there are more after the last one. */
	readonly hasMore: boolean;
}

/**
 * Up to this many changes are looked up one by one. Nothing is counted here and a page is soon full, so the limit is higher than for listings that
 * count: walking the catalogue for a page of them would take longer.
 */
const FEW_CHANGES = 10_000;

/**
 * The products after a barcode that pass a filter, in barcode order. A barcode never changes, so a product that passes throughout is on exactly one
 * page, whatever is added or removed meanwhile.
 * @param after a barcode, which may no longer exist; `undefined` to start from the beginning.
 */
export async function listAfter(
	db: Database,
	filter: ProductFilter,
	after: string | undefined,
	perPage: number,
	fewChanges = FEW_CHANGES,
): Promise<ProductsAfter> {
	const search = (await changesAreFew(db, filter, fewChanges)) ? "list" : "walk";
	const rows: ListedProduct[] = [];
	for (const range of filter.ranges) {
		const from = after !== undefined && after >= range.from ? next(after) : range.from;
		if (from >= range.before) continue;
		const take = perPage + 1 - rows.length;
		const rest = { from, before: range.before };
		rows.push(...(await readRange(db.scan, filter, rest, search, { skip: 0, take, fromEnd: false })));
		if (rows.length > perPage) break;
	}
	return { rows: rows.slice(0, perPage), hasMore: rows.length > perPage };
}

/** The text of digits that immediately follows another one in text order. */
function next(barcode: string): string {
	return `${barcode}0`;
}
