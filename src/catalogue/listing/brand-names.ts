import type { Database } from "../../platform/db/database.ts";
import { textNumber } from "../fields/text-number.ts";

/** A brand that no product has in exactly this spelling, and its spelling in the catalogue, if there is one. */
export interface UnknownBrand {
	readonly brand: string;
	readonly writtenAs: readonly string[];
}

/** Those of the given brands that no product has. Filters compare exactly, so `acme` is unknown if the catalogue has `Acme`. */
export async function unknownBrands(db: Database, brands: readonly string[]): Promise<UnknownBrand[]> {
	const known = await Promise.all(brands.map((brand) => isBrand(db, brand)));
	const unknown = brands.filter((_, place) => !known[place]);
	if (unknown.length === 0) return [];
	const rows = await db.scan
		.selectFrom("product")
		.select("brand")
		.distinct()
		.where("brand", "is not", null)
		.execute();
	const spellings = new Map<string, string[]>();
	for (const { brand } of rows) {
		if (brand !== null) spellings.set(folded(brand), [...(spellings.get(folded(brand)) ?? []), brand]);
	}
	return unknown.map((brand) => ({ brand, writtenAs: spellings.get(folded(brand)) ?? [] }));
}

async function isBrand(db: Database, brand: string): Promise<boolean> {
	const row = await db.scan
		.selectFrom("product")
		.select("barcode")
		.where("brand_number", "=", textNumber(brand))
		.where("brand", "=", brand)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Normal form for comparison: NFC, ignoring case and surrounding whitespace. */
function folded(text: string): string {
	return text.normalize("NFC").trim().toUpperCase().toLowerCase();
}
