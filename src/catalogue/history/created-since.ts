import type { Tx } from "../../platform/db/tx.ts";
import "./tables.ts";

/** The newest recorded change of any product; 0 if there is none. */
export async function newestHistory(tx: Tx): Promise<number> {
	const row = await tx
		.selectFrom("product_history")
		.select("id")
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row?.id ?? 0;
}

/** Those of the barcodes whose product was created after a recorded change. */
export async function createdSince(
	tx: Tx,
	barcodes: readonly string[],
	since: number,
): Promise<ReadonlySet<string>> {
	if (barcodes.length === 0) return new Set();
	const rows = await tx
		.selectFrom("product_history")
		.select("barcode")
		.where("barcode", "in", barcodes)
		.where("kind", "=", "created")
		.where("id", ">", since)
		.execute();
	return new Set(rows.map(({ barcode }) => barcode));
}
