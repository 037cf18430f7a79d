import type { Database } from "../platform/db/database.ts";

const AT_ONCE = 500;

/** The brands of products by barcode; those without a brand, and barcodes that are not in the catalogue, are missing. */
export async function brandsOf(db: Database, barcodes: readonly string[]): Promise<Map<string, string>> {
	const brands = new Map<string, string>();
	for (let start = 0; start < barcodes.length; start += AT_ONCE) {
		const rows = await db.scan
			.selectFrom("product")
			.select(["barcode", "brand"])
			.where("barcode", "in", barcodes.slice(start, start + AT_ONCE))
			.where("brand", "is not", null)
			.execute();
		for (const { barcode, brand } of rows) if (brand !== null) brands.set(barcode, brand);
	}
	return brands;
}
