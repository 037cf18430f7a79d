import type { Tx } from "../../../platform/db/tx.ts";
import { listSameGtin } from "../../barcodes/leading-zero-pairs.ts";
import { META_MASK_COLUMNS } from "../../fields/masks.ts";
import { withEvidence } from "./evidence.ts";

/** Two products whose barcodes are forms of one GTIN, and can be merged. */
export interface Pair {
	/** The one that stays: if only one was delivered, bought or traced, it is that one. */
	readonly keep: string;
	readonly other: string;
	/** Whether both were delivered, bought or traced: metadata alone moves then. */
	readonly bothStay: boolean;
}

/** Pairs of products. @returns about `limit` of them, and where to continue, null at the end. */
export async function listPairs(
	tx: Tx,
	paging: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly pairs: Pair[]; readonly next: string | null }> {
	const { groups, next } = await listSameGtin(tx, paging);
	const all = groups.flatMap(({ barcodes }) => barcodes);
	const [bare, evidence] = [await withoutMetadata(tx, all), await withEvidence(tx, all)];
	const pairs: Pair[] = [];
	for (const { barcodes } of groups) {
		const keep = barcodes.find((barcode) => evidence.has(barcode)) ?? barcodes[0] ?? "";
		for (const other of barcodes) {
			const bothStay = evidence.has(other);
			if (other === keep || (bothStay && bare.has(other))) continue;
			pairs.push({ keep, other, bothStay });
		}
	}
	return { pairs, next };
}

/** Number of groups read at a time. */
const READ = 500;

export async function allPairs(tx: Tx): Promise<Pair[]> {
	const all: Pair[] = [];
	for (let after: string | null | undefined; after !== null; ) {
		const { pairs, next } = await listPairs(tx, { after, limit: READ });
		all.push(...pairs);
		after = next;
	}
	return all;
}

async function withoutMetadata(tx: Tx, barcodes: readonly string[]): Promise<ReadonlySet<string>> {
	if (barcodes.length === 0) return new Set();
	let query = tx.selectFrom("product").select("barcode").where("barcode", "in", barcodes);
	for (const column of META_MASK_COLUMNS) query = query.where(column, "=", 0);
	return new Set((await query.execute()).map(({ barcode }) => barcode));
}
