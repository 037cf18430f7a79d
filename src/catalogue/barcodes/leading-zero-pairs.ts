import { sql } from "kysely";
import type { Tx } from "../../platform/db/tx.ts";
import { isSameProduct, likeliestFirst } from "./same-product.ts";

export interface SameGtin {
	/** The GTIN without leading zeros, by which these are ordered. */
	readonly digits: string;
	/** Likeliest form first. */
	readonly barcodes: readonly string[];
}

const DIGITS = sql<string>`ltrim(barcode, '0')`;

/** Groups read at a time: some of them are no GTIN. */
const READ = 500;

/** Products that differ in leading zeros alone, after a place in their order. @returns at most `limit`, and where to continue, null at the end. */
export async function listSameGtin(
	tx: Tx,
	{ after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly groups: SameGtin[]; readonly next: string | null }> {
	const groups: SameGtin[] = [];
	for (let place = after; ; ) {
		const rows = await repeatedDigits(tx, place);
		const found = await formsOf(tx, rows);
		for (const digits of rows) {
			const forms = found.get(digits) ?? [];
			for (const barcodes of groupedByGtin(forms)) groups.push({ digits, barcodes });
			if (groups.length >= limit) return { groups, next: digits };
		}
		place = rows.at(-1);
		if (rows.length < READ) return { groups, next: null };
	}
}

async function repeatedDigits(tx: Tx, after: string | undefined): Promise<string[]> {
	let query = tx
		.selectFrom("product")
		.select(DIGITS.as("digits"))
		.groupBy(DIGITS)
		.having((is) => is.fn.countAll(), ">", 1)
		.orderBy(DIGITS)
		.limit(READ);
	if (after !== undefined) query = query.where(DIGITS, ">", after);
	return (await query.execute()).map(({ digits }) => digits);
}

async function formsOf(tx: Tx, digits: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
	if (digits.length === 0) return new Map();
	const rows = await tx
		.selectFrom("product")
		.select(["barcode", DIGITS.as("digits")])
		.where(DIGITS, "in", digits)
		.execute();
	const forms = new Map<string, string[]>();
	for (const row of rows) forms.set(row.digits, [...(forms.get(row.digits) ?? []), row.barcode]);
	return forms;
}

/** Barcodes with equal digits may still be something else: produce codes, or barcodes with a wrong check digit. */
function groupedByGtin(barcodes: readonly string[]): string[][] {
	const groups: string[][] = [];
	for (const barcode of barcodes) {
		const group = groups.find(([one = ""]) => isSameProduct(one, barcode));
		if (group) group.push(barcode);
		else groups.push([barcode]);
	}
	return groups.filter((group) => group.length > 1).map(likeliestFirst);
}
