import { CompiledQuery, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { MaskedRow } from "../fields/masks.ts";
import type { ProductRow } from "../tables.ts";

/** Columns of the listing index that hold an integer for every product. */
type NumberColumn = keyof MaskedRow | "brand_number" | "department_number";

/** Finds products by barcode; those not in the catalogue are absent from the map. */
export type FindProducts<Column extends NumberColumn> = (
	barcodes: readonly string[],
) => Promise<Map<string, Pick<ProductRow, Column>>>;

/** A lookup uses the smallest statement size that fits, so that few statements have to be prepared. */
const STATEMENT_SIZES = [1, 20, 100, 500];

/** Matches no product; pads a statement's arguments. */
const NO_BARCODE = "";

/**
 * Prepares a lookup of some columns, for up to 500 barcodes per statement. The result is returned as one text, because transferring a row takes
 * longer than finding it.
 */
export function createProductLookup<Column extends NumberColumn>(
	db: Database,
	columns: readonly Column[],
): FindProducts<Column> {
	const statements = STATEMENT_SIZES.map((size) => statementFor(db, columns, size));
	return async (barcodes) => {
		const statement = statements.find(({ parameters }) => parameters.length >= barcodes.length);
		if (!statement) throw new Error(`${barcodes.length} barcodes are more than a request may hold`);
		const unused = new Array<string>(statement.parameters.length - barcodes.length).fill(NO_BARCODE);
		const query: CompiledQuery<Found> = { ...statement, parameters: [...barcodes, ...unused] };
		const { rows } = await db.read.executeQuery(query);
		return readWords(rows[0]?.found ?? "", columns);
	};
}

interface Found {
	readonly found: string | null;
}

function statementFor(db: Database, columns: readonly NumberColumn[], size: number): CompiledQuery<Found> {
	return db.read
		.selectFrom("product")
		.select(sql<string | null>`string_agg(${wordsOf(columns)}, ' ')`.as("found"))
		.where("barcode", "in", new Array<string>(size).fill(NO_BARCODE))
		.where(ANY_PRODUCT)
		.compile();
}

/** True for every product. Without it, SQLite would use the unique index and fetch each wide row from there. */
const ANY_PRODUCT = sql<boolean>`digits > 0`;

function wordsOf(columns: readonly NumberColumn[]) {
	return sql.join(
		["barcode", ...columns].map((column) => sql.ref(column)),
		sql` || ' ' || `,
	);
}

/** Prepares a lookup of some columns for any number of barcodes, which one statement takes as a list. */
export function createListLookup<Column extends NumberColumn>(
	db: Database,
	columns: readonly Column[],
): FindProducts<Column> {
	const { test, value } = db.traits.listParameter;
	const { sql: text } = db.scan
		.selectFrom("product")
		.select(sql<string | null>`string_agg(${wordsOf(columns)}, ' ')`.as("found"))
		.where(sql<boolean>`barcode ${sql.raw(test)}`)
		.where(ANY_PRODUCT)
		.compile();
	return async (barcodes) => {
		const query = CompiledQuery.raw(text, [value(barcodes)]) as CompiledQuery<Found>;
		const { rows } = await db.scan.executeQuery(query);
		return readWords(rows[0]?.found ?? "", columns);
	};
}

/** Parses products that each consist of a barcode and the values of the columns. */
function readWords<Column extends NumberColumn>(
	text: string,
	columns: readonly Column[],
): Map<string, Pick<ProductRow, Column>> {
	const products = new Map<string, Pick<ProductRow, Column>>();
	if (text === "") return products;
	const words = text.split(" ");
	for (let place = 0; place < words.length; place += columns.length + 1) {
		const product = {} as Pick<ProductRow, Column>;
		columns.forEach((column, offset) => {
			product[column] = Number(words[place + 1 + offset]);
		});
		products.set(words[place] ?? "", product);
	}
	return products;
}
