import type { Tx } from "../../platform/db/tx.ts";
import { batchOf, type ImportBatch, importRows } from "./store.ts";

/** Criteria for listing imports. */
export interface BatchFilter {
	readonly batch?: string | undefined;
	readonly ownership?: string | undefined;
	/** Only uploads of raw pictures that are there still. */
	readonly isCard?: boolean;
	/** Only unfinished uploads into this folder. */
	readonly uploadingIn?: string;
}

/** Imports, newest first, older than `after`. @returns one page and where to continue, null at the end. */
export async function listImports(
	tx: Tx,
	{ batch, ownership, isCard, uploadingIn }: BatchFilter,
	{ after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ batches: ImportBatch[]; next: string | null }> {
	let query = importRows(tx)
		.orderBy("import_id", "desc")
		.limit(limit + 1);
	if (batch !== undefined) query = query.where("source_batch", "=", batch);
	if (ownership !== undefined) query = query.where("ownership", "=", ownership);
	if (isCard) query = query.where("card", "is not", null);
	if (after !== undefined) query = query.where("import_id", "<", after);
	if (uploadingIn !== undefined) {
		query = query.where("expires_at", "is not", null);
		query = query.where("import_batch.state", "=", "uploading").where("folder_id", "=", uploadingIn);
	}
	const rows = await query.execute();
	const batches = rows.slice(0, limit).map(batchOf);
	return { batches, next: rows.length > limit ? (batches.at(-1)?.import_id ?? null) : null };
}
