import type { Gtin14 } from "../catalogue/barcodes/gtin.ts";
import { otherForms } from "../catalogue/barcodes/same-product.ts";
import { createdSince } from "../catalogue/history/created-since.ts";
import type { Database } from "../platform/db/database.ts";
import { findRow } from "../platform/db/rows.ts";
import { cataloguedBarcode } from "./catalogued-barcode.ts";
import type { ImportRun } from "./run.ts";
import type { PictureSource } from "./sources/sources.ts";

/** The product that a picture means. */
export interface Pictured {
	/** As the catalogue has it, or as it was given if there is no such product. */
	readonly barcode: string;
	/** As the file's name has it; for a GTIN with all its leading zeros, which is a notation of its own, as the catalogue has it. */
	readonly given: string;
	/** Another product that is new in this import, in another form of its barcode. */
	readonly otherForm: string | null;
}

/**
 * Finds the product that a picture means: the very text first, then one in another form that existed when the import began, or whose zeros the import filled up.
 * @param unknown barcodes of earlier pictures of this import without a product, which may not be stored yet; this one is added if it is another.
 */
export async function findPictured(
	{ db, order, since, dryRun, filled }: ImportRun,
	{ barcode: given, isGtin, isExact }: PictureSource,
	unknown: Set<string>,
): Promise<Pictured> {
	const as = (barcode: string) => ({ barcode, given, otherForm: null });
	if (isGtin) {
		const barcode = (await cataloguedBarcode(db, given as Gtin14, dryRun?.wouldExist)) ?? given;
		return { barcode, given: barcode, otherForm: null };
	}
	if (order.exact || isExact || dryRun?.wouldExist(given)) return as(given);
	const others = otherForms(given);
	if (others.length === 0 || (await isProduct(db, given))) return as(given);
	const rows = await db.read.selectFrom("product").select("barcode").where("barcode", "in", others).execute();
	const there = new Set(rows.map(({ barcode }) => barcode));
	const created = await createdSince(db.read, [...there], since);
	const known = others.find((other) => filled.has(other) || (there.has(other) && !created.has(other)));
	if (known !== undefined) return { barcode: known, given, otherForm: null };
	const isNew = (other: string) => there.has(other) || dryRun?.wouldExist(other) || unknown.has(other);
	unknown.add(given);
	return { barcode: given, given, otherForm: others.find(isNew) ?? null };
}

/** Whether the catalogue has the product by now. */
export async function isProduct(db: Database, barcode: string): Promise<boolean> {
	const row = await findRow(db.read, "product", { barcode }, ["id"]);
	return row !== undefined;
}
