import type { Tx } from "../../platform/db/tx.ts";
import { filledUp, looksShortened } from "./same-product.ts";

/** A product that is stored without its leading zeros. */
export interface StoredShort {
	readonly barcode: string;
	/** With its zeros, as UPC-E or GTIN-12. */
	readonly whole: string;
}

/** Lengths of barcodes that lost leading zeros. */
const SHORT_DIGITS = [7, 9, 10, 11];

/** Rows read at a time: some of them are no GTIN. */
const READ = 500;

/** Products that are stored without their leading zeros, by barcode, after a place in their order. @returns at most `limit`, and where to continue, null at the end. */
export async function listStoredShort(
	tx: Tx,
	{ after = "", limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly products: StoredShort[]; readonly next: string | null }> {
	const products: StoredShort[] = [];
	for (let place = after; ; ) {
		const rows = await tx
			.selectFrom("product")
			.select("barcode")
			.where("digits", "in", SHORT_DIGITS)
			.where("barcode", ">", place)
			.orderBy("barcode")
			.limit(READ)
			.execute();
		for (const { barcode } of rows) {
			const whole = looksShortened(barcode) ? filledUp(barcode) : undefined;
			if (whole !== undefined) products.push({ barcode, whole });
			if (products.length >= limit) return { products, next: barcode };
		}
		if (rows.length < READ) return { products, next: null };
		place = rows.at(-1)?.barcode ?? place;
	}
}

/** All of them. */
export async function allStoredShort(tx: Tx): Promise<StoredShort[]> {
	const all: StoredShort[] = [];
	for (let after: string | null | undefined; after !== null; ) {
		const { products, next } = await listStoredShort(tx, { after, limit: READ });
		all.push(...products);
		after = next;
	}
	return all;
}
