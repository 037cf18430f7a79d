import type { EngineTraits } from "../platform/db/engine-traits.ts";
import type { Tx } from "../platform/db/tx.ts";
import { openFieldCounts } from "./field-counts.ts";

/** Removes a product from the catalogue and its counts. @returns whether it existed. */
export async function removeProduct(tx: Tx, traits: EngineTraits, barcode: string): Promise<boolean> {
	const counts = await openFieldCounts(tx, traits);
	const row = await tx.selectFrom("product").selectAll().where("barcode", "=", barcode).executeTakeFirst();
	if (!row) return false;
	await tx.deleteFrom("product").where("barcode", "=", barcode).execute();
	counts.note(row, undefined);
	await counts.write();
	return true;
}
