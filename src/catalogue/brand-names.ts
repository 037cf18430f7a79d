import type { Database } from "../platform/db/database.ts";
import { textNumber } from "./text-number.ts";

/** A brand that no product has, exactly as it is written, and how the catalogue writes it, if it has it. */
export interface UnknownBrand {
	readonly brand: string;
	readonly writtenAs: readonly string[];
}

/** Which of these brands no product has. Filters compare exactly, so `acme` is none where the catalogue says `Acme`. */
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

/** Alike in normal form (NFC) and without regard to case and outer space. */
function folded(text: string): string {
	return text.normalize("NFC").trim().toUpperCase().toLowerCase();
}
