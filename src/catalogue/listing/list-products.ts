import { isDeepStrictEqual } from "node:util";
import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import { type BarcodeRange, cutRanges } from "../barcodes/barcode-ranges.ts";
import { ALL_PRODUCTS } from "../fields/field-counts.ts";
import { type ChangeSearch, countInRange, type ListedProduct, readRange } from "./listing-query.ts";
import { EVERY_PRODUCT, type ProductFilter } from "./product-filter.ts";

export interface Paging {
	/** Starts at 1. */
	readonly page: number;
	readonly perPage: number;
}

export interface ProductPage {
	readonly rows: readonly ListedProduct[];
	readonly total: number;
}

/** Thresholds for the strategies of reading; tests lower them. */
export interface ListingTuning {
	/** A larger catalogue is counted in several ranges in parallel. */
	readonly cutAboveProducts: number;
	readonly pieces: number;
	/** Up to this many changed products are looked up one by one. */
	readonly fewChanges: number;
}

const TUNING: ListingTuning = { cutAboveProducts: 20_000, pieces: 8, fewChanges: 2000 };

/**
 * One page of the products that pass a filter, in barcode order, and the total. Nothing is cached between requests: totals that cannot be derived
 * from the counts of metadata keys are counted from the rows. Counting by ranges also allows jumping to any page without walking over everything
 * before it: within its range, a page is read from the nearer end.
 */
export async function listProducts(
	db: Database,
	filter: ProductFilter,
	{ page, perPage }: Paging,
	tuning = TUNING,
): Promise<ProductPage> {
	const { pieces, search } = await countedPieces(db, filter, tuning);
	const total = pieces.reduce((sum, piece) => sum + piece.products, 0);
	const rows: ListedProduct[] = [];
	let skip = (page - 1) * perPage;
	for (const { range, products } of pieces) {
		const take = Math.min(perPage - rows.length, products - skip);
		if (take > 0) {
			const fromEnd = skip > products / 2;
			const skipped = fromEnd ? products - skip - take : skip;
			rows.push(...(await readRange(db.scan, filter, range, search, { skip: skipped, take, fromEnd })));
		}
		skip = Math.max(0, skip - products);
		if (rows.length === perPage) break;
	}
	return { rows, total };
}

interface Piece {
	readonly range: BarcodeRange;
	readonly products: number;
}

interface CountedPieces {
	readonly pieces: readonly Piece[];
	readonly search: ChangeSearch;
}

async function countedPieces(
	db: Database,
	filter: ProductFilter,
	tuning: ListingTuning,
): Promise<CountedPieces> {
	const known = await knownTotal(db, filter);
	const [whole] = filter.ranges;
	if (known !== undefined && whole) {
		return { pieces: [{ range: whole, products: known }], search: "walk" };
	}
	const search = (await changesAreFew(db, filter, tuning.fewChanges)) ? "list" : "walk";
	const cuts = search === "list" ? [] : await cutPoints(db, tuning);
	const pieces = await Promise.all(
		cutRanges(filter.ranges, cuts).map(async (range) => ({
			range,
			products: await countInRange(db.scan, filter, range, search),
		})),
	);
	return { pieces, search };
}

/** The total for a filter that is empty or consists of one metadata key; these are maintained with every change (field-counts.ts). */
async function knownTotal(db: Database, filter: ProductFilter): Promise<number | undefined> {
	const { has, missing } = filter;
	if (has.length + missing.length > 1 || !namesNothingElse(filter)) return undefined;
	const [all, withKey] = await Promise.all([
		keyCount(db, ALL_PRODUCTS),
		keyCount(db, has[0] ?? missing[0] ?? ALL_PRODUCTS),
	]);
	return missing.length > 0 ? all - withKey : withKey;
}

/** Whether a filter has no conditions other than metadata keys. */
function namesNothingElse(filter: ProductFilter): boolean {
	const { has, missing } = filter;
	return isDeepStrictEqual(filter, { ...EVERY_PRODUCT, has, missing });
}

async function keyCount(db: Database, key: string): Promise<number> {
	const row = await findRow(db.read, "field_count", { field_key: key }, ["products"]);
	return Number(row?.products ?? 0);
}

/** Whether few products have changed since the time in a filter; false if there is none. */
export async function changesAreFew(db: Database, filter: ProductFilter, few: number): Promise<boolean> {
	if (filter.changedSinceMs === undefined) return false;
	const changed = db.read
		.selectFrom("product")
		.select("barcode")
		.where("changed_at", ">=", filter.changedSinceMs)
		.limit(few + 1)
		.as("changed");
	const row = await db.read
		.selectFrom(changed)
		.select((is) => is.fn.countAll<number>().as("products"))
		.executeTakeFirstOrThrow();
	return Number(row.products) <= few;
}

/**
 * Barcodes that split the catalogue into ranges of about the same size, however its barcodes cluster: those of products added at regular intervals.
 * The splits affect only the speed of a listing, never its content.
 */
async function cutPoints(db: Database, { cutAboveProducts, pieces }: ListingTuning): Promise<string[]> {
	if ((await keyCount(db, ALL_PRODUCTS)) <= cutAboveProducts) return [];
	const { newest } = await db.read
		.selectFrom("product")
		.select((is) => is.fn.max("id").as("newest"))
		.executeTakeFirstOrThrow();
	const samples = Array.from({ length: SAMPLES_PER_CUT * pieces }, (_, place) =>
		barcodeAt(db, Math.floor((Number(newest) * place) / (SAMPLES_PER_CUT * pieces))),
	);
	const sorted = (await Promise.all(samples)).flat().sort();
	return sorted.filter((_, place) => place > 0 && place % SAMPLES_PER_CUT === 0);
}

/** Products added together have similar barcodes, those of one manufacturer; taking more samples than splits compensates for that. */
const SAMPLES_PER_CUT = 4;

async function barcodeAt(db: Database, id: number): Promise<string[]> {
	const row = await db.read
		.selectFrom("product")
		.select("barcode")
		.where("id", ">=", id)
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
	return row ? [row.barcode] : [];
}
