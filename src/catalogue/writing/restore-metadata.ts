import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { changeBetween } from "../changes/product-change.ts";
import { openFieldCounts } from "../fields/field-counts.ts";
import type { RecordedChange } from "../history/record-history.ts";
import type { ValuesBefore } from "../history/values-before.ts";
import { newProduct } from "../stored/new-product.ts";
import { recordColumns, recordOfRow } from "../stored/product-row.ts";
import { mergeRecord } from "../stored/record.ts";
import { writeProducts } from "./apply-metadata.ts";

/**
 * Restores the scopes that a product had before a change, inside the transaction that undoes it. Creates the product if necessary.
 * @returns the change of the product, and the product before it.
 */
export async function restoreMetadata(
	tx: Tx,
	traits: EngineTraits,
	barcode: string,
	{ scanned_at: scannedAtMs, images: _images, ...scopes }: ValuesBefore,
	stampMs: number,
): Promise<RecordedChange> {
	const counts = await openFieldCounts(tx, traits);
	const before = await tx.selectFrom("product").selectAll().where("barcode", "=", barcode).executeTakeFirst();
	const merged = mergeRecord(before && recordOfRow(before), { barcode, ...scopes }, stampMs).record;
	const isInfoNew = before?.scanned_at == null && merged.scannedAtMs !== null;
	const record = isInfoNew && scannedAtMs !== undefined ? { ...merged, scannedAtMs } : merged;
	const after = {
		...(before ?? newProduct(barcode, stampMs)),
		...recordColumns(record),
		changed_at: record.updatedAtMs ?? before?.changed_at ?? stampMs,
	};
	await writeProducts(tx, traits, [after]);
	counts.note(before, after);
	await counts.write();
	return { before, change: changeBetween(barcode, before, after, stampMs) };
}
