import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { textNumber } from "../fields/text-number.ts";
import { passing } from "./listing-query.ts";
import type { ProductFilter } from "./product-filter.ts";

/** A brand, by one of its products, which knows its name. */
export interface BrandProducts {
	readonly barcode: string;
	readonly products: number;
}

/** The brands of the products that pass a filter, those with most products first. Read from the listing index alone. */
export async function listBrands(
	db: Database,
	filter: ProductFilter,
	most: number,
): Promise<readonly BrandProducts[]> {
	const rows = await passing(db.scan, filter)
		.select((is) => [is.fn.min("barcode").as("barcode"), is.fn.countAll<number>().as("products")])
		.where("brand_number", "<>", textNumber(""))
		.groupBy("brand_number")
		.orderBy("products", "desc")
		.orderBy("barcode")
		.limit(most)
		.execute();
	return rows.map(({ barcode, products }) => ({ barcode, products: Number(products) }));
}

export async function countPassing(db: Database, filter: ProductFilter): Promise<number> {
	const row = await passing(db.scan, filter)
		.select((is) => is.fn.countAll<number>().as("products"))
		.executeTakeFirstOrThrow();
	return Number(row.products);
}

/** The first barcode of each portion of at most `size` products that pass a filter, in barcode order. */
export async function portionStarts(db: Database, filter: ProductFilter, size: number): Promise<string[]> {
	const placed = passing(db.scan, filter)
		.select(["barcode", sql<number>`row_number() over (order by barcode)`.as("place")])
		.as("placed");
	const rows = await db.scan
		.selectFrom(placed)
		.select("barcode")
		.where(sql<boolean>`(place - 1) % ${sql.lit(size)} = 0`)
		.orderBy("barcode")
		.execute();
	return rows.map(({ barcode }) => barcode);
}

/** At most `size` barcodes that pass a filter, from the given one on, separated by spaces: one text is read faster than many rows. */
export async function barcodesFrom(
	db: Database,
	filter: ProductFilter,
	from: string,
	size: number,
): Promise<string> {
	const portion = passing(db.scan, filter)
		.select("barcode")
		.where("barcode", ">=", from)
		.orderBy("barcode")
		.limit(size)
		.as("portion");
	const row = await db.scan
		.selectFrom(portion)
		.select(sql<string | null>`string_agg(barcode, ' ')`.as("barcodes"))
		.executeTakeFirstOrThrow();
	return row.barcodes ?? "";
}
