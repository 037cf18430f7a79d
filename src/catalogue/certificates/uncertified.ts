import type { Database } from "../../platform/db/database.ts";
import { certificateOf, linksOf, storedHechshers } from "./links.ts";

/** A product, and the hechshers of it that rest on no certificate. */
export interface UncertifiedProduct {
	readonly barcode: string;
	readonly hechshers: readonly string[];
}

/** Products looked at for one page: fewer are found where most have certificates. */
const LOOKED_AT = 2000;

/** Products with a hechsher that rests on no certificate, in the order of their barcodes. @returns where to continue; a page need not be full. */
export async function listUncertified(
	{ scan }: Pick<Database, "scan">,
	{ after = "", limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly products: UncertifiedProduct[]; readonly next: string | null }> {
	const rows = await scan
		.selectFrom("product")
		.select(["barcode", "hechshers", "hechshers_as_given", "certificates"])
		.where("hechshers", "is not", null)
		.where("barcode", ">", after)
		.orderBy("barcode")
		.limit(LOOKED_AT)
		.execute();
	const products: UncertifiedProduct[] = [];
	for (const row of rows) {
		const links = linksOf(row);
		const without = storedHechshers(row).filter((each) => certificateOf(each, links) === undefined);
		if (without.length === 0) continue;
		products.push({ barcode: row.barcode, hechshers: without.map(({ symbol }) => symbol) });
		if (products.length === limit) return { products, next: row.barcode };
	}
	return { products, next: rows.length === LOOKED_AT ? (rows.at(-1)?.barcode ?? null) : null };
}
