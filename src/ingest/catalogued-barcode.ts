import { type Gtin14, writtenForms } from "../catalogue/gtin.ts";
import type { Database } from "../platform/db/database.ts";

/** The barcode of the product that a GTIN means, in whatever length the catalogue has it (SPEC E7); undefined where it has none. */
export async function cataloguedBarcode(db: Database, gtin: Gtin14): Promise<string | undefined> {
	const forms = [gtin, ...writtenForms(gtin)];
	const rows = await db.read.selectFrom("product").select("barcode").where("barcode", "in", forms).execute();
	const known = new Set(rows.map((row) => row.barcode));
	return forms.find((form) => known.has(form));
}
