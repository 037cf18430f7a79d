import type { Database } from "../platform/db/database.ts";
import { scopeFilter } from "./scope-filter.ts";

const AT_ONCE = 500;

/**
 * The brands of products by barcode; those without a brand, barcodes that are not in the catalogue, and products outside a scope filter are
 * missing.
 */
export async function brandsOf(
	db: Database,
	barcodes: readonly string[],
	filter: Parameters<typeof scopeFilter>[0],
): Promise<Map<string, string>> {
	const isVisible = scopeFilter(filter);
	const brands = new Map<string, string>();
	for (let start = 0; start < barcodes.length; start += AT_ONCE) {
		const rows = await db.scan
			.selectFrom("product")
			.select(["barcode", "brand", "brand_number", "department_number"])
			.where("barcode", "in", barcodes.slice(start, start + AT_ONCE))
			.where("brand", "is not", null)
			.execute();
		for (const { barcode, brand, ...labels } of rows)
			if (brand !== null && isVisible(barcode, labels)) brands.set(barcode, brand);
	}
	return brands;
}
