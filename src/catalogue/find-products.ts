import { sql } from "kysely";
import type { Database } from "../platform/db/database.ts";
import type { ProductRow } from "./product-row.ts";

/** Finds products by barcode; those that are not in the catalogue are missing from the map. */
export type FindProducts<Column extends keyof ProductRow> = (
	barcodes: readonly string[],
) => Promise<Map<string, Pick<ProductRow, Column | "barcode">>>;

/** A list of barcodes is looked up by the smallest statement that holds it, so that there are few to prepare. */
const STATEMENT_SIZES = [1, 20, 100, 500];

/** No product has it: fills a statement up. */
const NO_BARCODE = "";

/** Makes a lookup of some columns, for up to 500 barcodes at once in one statement. */
export function productLookup<Column extends keyof ProductRow & string>(
	db: Database,
	columns: readonly Column[],
): FindProducts<Column> {
	const statements = STATEMENT_SIZES.map((size) =>
		db.read
			.selectFrom("product")
			.select(["barcode", ...columns])
			.where("barcode", "in", new Array<string>(size).fill(NO_BARCODE))
			// True of every product. Without it SQLite would take the unique index, and from there go to each wide row.
			.where("digits", ">", sql<number>`0`)
			.compile(),
	);
	return async (barcodes) => {
		const statement = statements.find(({ parameters }) => parameters.length >= barcodes.length);
		if (!statement) throw new Error(`${barcodes.length} barcodes are more than a request may hold`);
		const unused = new Array<string>(statement.parameters.length - barcodes.length).fill(NO_BARCODE);
		const { rows } = await db.read.executeQuery({ ...statement, parameters: [...barcodes, ...unused] });
		return new Map((rows as Pick<ProductRow, Column | "barcode">[]).map((row) => [row.barcode, row]));
	};
}
