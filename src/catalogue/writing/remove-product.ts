import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { changeBetween } from "../changes/product-change.ts";
import { openFieldCounts } from "../fields/field-counts.ts";
import type { RecordedChange } from "../history/record-history.ts";
import { removeText } from "../search/write-texts.ts";

/** Removes a product from the catalogue and its counts. @returns the change, with the product before it; `undefined` if there was no such product. */
export async function removeProduct(
	tx: Tx,
	traits: EngineTraits,
	barcode: string,
	stampMs: number,
): Promise<RecordedChange | undefined> {
	const counts = await openFieldCounts(tx, traits);
	const row = await tx.selectFrom("product").selectAll().where("barcode", "=", barcode).executeTakeFirst();
	if (!row) return undefined;
	await tx.deleteFrom("product").where("barcode", "=", barcode).execute();
	await removeText(tx, barcode);
	counts.note(row, undefined);
	await counts.write();
	return { before: row, change: changeBetween(barcode, row, undefined, stampMs) };
}
