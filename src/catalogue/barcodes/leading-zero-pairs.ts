import { sql } from "kysely";
import type { Tx } from "../../platform/db/tx.ts";
import { gtinOfUpcE, isChecked } from "./gtin.ts";
import { isSameProduct, likeliestFirst, otherForms } from "./same-product.ts";

export interface SameGtin {
	/** Likeliest form first. */
	readonly barcodes: readonly string[];
}

const DIGITS = sql<string>`ltrim(barcode, '0')`;

/** Groups read at a time: some of them are no GTIN. */
const READ = 500;

interface Paging {
	readonly after?: string | undefined;
	readonly limit: number;
}

interface GroupPage {
	readonly groups: SameGtin[];
	readonly next: string | null;
}

/**
 * Products whose barcodes are forms of one GTIN, after a place in their order: first those that differ in leading zeros alone, then UPC-E beside UPC-A.
 * @returns at most about `limit`, and where to continue, null at the end.
 */
export async function listSameGtin(tx: Tx, { after, limit }: Paging): Promise<GroupPage> {
	if (after?.startsWith(UPC_E_PLACE)) return listUpcE(tx, { after: after.slice(UPC_E_PLACE.length), limit });
	const { groups, next } = await listOtherZeros(tx, { after, limit });
	if (next !== null) return { groups, next };
	const rest = await listUpcE(tx, { after: "", limit: limit - groups.length });
	return { groups: [...groups, ...rest.groups], next: rest.next };
}

/** Begins places among the UPC-Es. */
const UPC_E_PLACE = "e";

/** UPC-Es beside the UPC-A that they abbreviate. What is a GTIN-8 by its check digit is left out: it may as well be that. */
async function listUpcE(tx: Tx, { after = "", limit }: Paging): Promise<GroupPage> {
	const groups: SameGtin[] = [];
	for (let place = after; ; ) {
		const rows = await tx
			.selectFrom("product")
			.select("barcode")
			.where("digits", "in", [7, 8])
			.where("barcode", ">", place)
			.orderBy("barcode")
			.limit(READ)
			.execute();
		const upcAs = new Map(rows.map(({ barcode }) => [barcode, upcAsOf(barcode)]));
		const there = await existing(tx, [...upcAs.values()].flat());
		for (const [barcode, forms] of upcAs) {
			const found = forms.filter((form) => there.has(form));
			if (found.length > 0) groups.push({ barcodes: likeliestFirst([barcode, ...found]) });
			if (groups.length >= limit) return { groups, next: UPC_E_PLACE + barcode };
		}
		if (rows.length < READ) return { groups, next: null };
		place = rows.at(-1)?.barcode ?? place;
	}
}

/** The forms of a UPC-E that have other digits. */
function upcAsOf(barcode: string): string[] {
	const upcE = barcode.padStart(8, "0");
	if (isChecked(upcE) || gtinOfUpcE(upcE) === undefined) return [];
	return otherForms(barcode).filter((form) => form.length > 8);
}

async function existing(tx: Tx, barcodes: readonly string[]): Promise<ReadonlySet<string>> {
	if (barcodes.length === 0) return new Set();
	const rows = await tx.selectFrom("product").select("barcode").where("barcode", "in", barcodes).execute();
	return new Set(rows.map(({ barcode }) => barcode));
}

async function listOtherZeros(tx: Tx, { after, limit }: Paging): Promise<GroupPage> {
	const groups: SameGtin[] = [];
	for (let place = after; ; ) {
		const rows = await repeatedDigits(tx, place);
		const found = await formsOf(tx, rows);
		for (const digits of rows) {
			const forms = found.get(digits) ?? [];
			for (const barcodes of groupedByGtin(forms)) groups.push({ barcodes });
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
