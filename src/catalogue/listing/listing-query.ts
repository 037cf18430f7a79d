import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tx } from "../../platform/db/tx.ts";
import type { BarcodeRange } from "../barcodes/barcode-ranges.ts";
import { bitsOfKey, MASK_COLUMNS, type MaskedRow, META_MASK_COLUMNS } from "../fields/masks.ts";
import { textNumber } from "../fields/text-number.ts";
import type { ProductRow } from "../tables.ts";
import type { ProductFilter } from "./product-filter.ts";

/** A product's columns that listings show. */
export type ListedProduct = Pick<ProductRow, "barcode"> & MaskedRow;

const LISTED_COLUMNS = ["barcode", ...MASK_COLUMNS] as const;

/** How to find the changes since `changedSinceMs`: from their own list if there are few, otherwise by walking the catalogue. */
export type ChangeSearch = "list" | "walk";

/** Number of products of a range that pass the filter. */
export async function countInRange(
	tx: Tx,
	filter: ProductFilter,
	range: BarcodeRange,
	search: ChangeSearch,
): Promise<number> {
	const row = await inRange(tx, filter, range, search)
		.select((is) => is.fn.countAll<number>().as("products"))
		.executeTakeFirstOrThrow();
	return Number(row.products);
}

/** Products of a range that pass the filter, in order, optionally read from the end. */
export async function readRange(
	tx: Tx,
	filter: ProductFilter,
	range: BarcodeRange,
	search: ChangeSearch,
	{ skip, take, fromEnd }: { skip: number; take: number; fromEnd: boolean },
): Promise<ListedProduct[]> {
	const rows = await inRange(tx, filter, range, search)
		.select([...LISTED_COLUMNS])
		.orderBy("barcode", fromEnd ? "desc" : "asc")
		.limit(take)
		.offset(skip)
		.execute();
	return fromEnd ? rows.reverse() : rows;
}

/** Those of the given barcodes whose products pass the filter. */
export async function passingAmong(
	tx: Tx,
	filter: ProductFilter,
	barcodes: readonly string[],
): Promise<string[]> {
	if (barcodes.length === 0) return [];
	const among = tx.selectFrom("product").select("barcode").where("barcode", "in", barcodes);
	const rows = await conditions(filter, "walk")
		.reduce((query, condition) => query.where(condition), among)
		.execute();
	return rows
		.map(({ barcode }) => barcode)
		.filter((barcode) => filter.ranges.some(({ from, before }) => from <= barcode && barcode < before));
}

/** The products that pass the filter, in whichever range. */
export function passing(tx: Tx, filter: ProductFilter) {
	const ranges = filter.ranges.map(
		({ from, before }) => sql<SqlBool>`(barcode >= ${from} and barcode < ${before})`,
	);
	const inAny = tx.selectFrom("product").where(sql<SqlBool>`(${sql.join(ranges, sql` or `)})`);
	return conditions(filter, "walk").reduce((query, condition) => query.where(condition), inAny);
}

function inRange(tx: Tx, filter: ProductFilter, range: BarcodeRange, search: ChangeSearch) {
	const inside = tx
		.selectFrom("product")
		.where("barcode", ">=", range.from)
		.where("barcode", "<", range.before);
	return conditions(filter, search).reduce((query, condition) => query.where(condition), inside);
}

type Condition = RawBuilder<SqlBool>;

/** SQLite evaluates from left to right, so the most selective conditions come first. */
function conditions(filter: ProductFilter, search: ChangeSearch): Condition[] {
	return [
		...changeCondition(filter, search),
		...bits("variants", filter.withVariants, filter.withoutVariants),
		...keyConditions(filter.has, filter.missing),
		...oneOf("brand_number", filter.brands),
		...oneOf("department_number", filter.departments),
		...ownerCondition(filter),
		...lengthConditions(filter),
	];
}

/** Bounds that every barcode satisfies are skipped. Barcodes have 4 to 14 digits, and those of 4 are exempt from the lower bound. */
function lengthConditions({ minDigits = 0, maxDigits = 14 }: ProductFilter): Condition[] {
	return [
		...(maxDigits < 14 ? [sql<SqlBool>`digits <= ${maxDigits}`] : []),
		...(minDigits > 5 ? [sql<SqlBool>`(digits >= ${minDigits} or digits = 4)`] : []),
	];
}

function ownerCondition({ ownership }: ProductFilter): Condition[] {
	if (ownership === undefined) return [];
	return [sql<SqlBool>`${textNumber(ownership)} in (owner_1, owner_2, owner_3, owner_4)`];
}

/** The plus turns the column into an expression without an index, so that the planner does not look up a million changes one by one. */
function changeCondition({ changedSinceMs }: ProductFilter, search: ChangeSearch): Condition[] {
	if (changedSinceMs === undefined) return [];
	if (search === "walk") return [sql<SqlBool>`+changed_at >= ${changedSinceMs}`];
	return [sql<SqlBool>`barcode in (select barcode from product where changed_at >= ${changedSinceMs})`];
}

function keyConditions(has: readonly string[], missing: readonly string[]): Condition[] {
	return [
		...([...META_MASK_COLUMNS, "image_fields"] as const).flatMap((column) =>
			bits(column, bitsIn(column, has), bitsIn(column, missing)),
		),
		...(has.includes("image_meta") ? [sql<SqlBool>`variants <> 0`] : []),
		...(missing.includes("image_meta") ? [sql<SqlBool>`variants = 0`] : []),
	];
}

/** The bits of a column that the metadata keys stand for. */
function bitsIn(column: keyof MaskedRow, keys: readonly string[]): number {
	return keys.reduce((mask, key) => {
		const bits = bitsOfKey(key);
		return bits?.column === column ? mask | bits.mask : mask;
	}, 0);
}

/** One test for both masks. If a bit has to be both set and clear, nothing matches. */
function bits(column: keyof MaskedRow, set: number, clear: number): Condition[] {
	if ((set & clear) !== 0) return [sql<SqlBool>`1 = 0`];
	if ((set | clear) === 0) return [];
	return [sql<SqlBool>`(${sql.ref(column)} & ${set | clear}) = ${set}`];
}

function oneOf(column: "brand_number" | "department_number", texts: readonly string[]): Condition[] {
	if (texts.length === 0) return [];
	return [sql<SqlBool>`${sql.ref(column)} in (${sql.join(texts.map(textNumber))})`];
}
