import { type Gtin14, writtenForms } from "../catalogue/barcodes/gtin.ts";
import type { Database } from "../platform/db/database.ts";

/**
 * The catalogue's barcode for a GTIN, in whatever length it is stored (SPEC E7); undefined if the catalogue does not have it.
 * @param wouldExist whether a dry run would have created a product.
 */
export async function cataloguedBarcode(
	db: Database,
	gtin: Gtin14,
	wouldExist: (barcode: string) => boolean = () => false,
): Promise<string | undefined> {
	const forms = [gtin, ...writtenForms(gtin)];
	const rows = await db.read.selectFrom("product").select("barcode").where("barcode", "in", forms).execute();
	const known = new Set(rows.map((row) => row.barcode));
	return forms.find((form) => known.has(form) || wouldExist(form));
}
