import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { isChange, type ProductChange } from "../changes/product-change.ts";
import type { ProductRow } from "../tables.ts";
import "./tables.ts";
import { beforeText, type PictureVersions } from "./values-before.ts";

/** A change of one product, with its previous state. */
export interface RecordedChange {
	readonly change: ProductChange;
	/** The product before; `undefined` if it did not exist. */
	readonly before: ProductRow | undefined;
	readonly pictures?: PictureVersions;
	readonly undoes?: number;
}

const insertHistory = insertion("product_history", [
	"barcode",
	"at",
	"change_set",
	"kind",
	"changed",
	"values_before",
	"undoes",
]);

/**
 * Records changes of products inside the transaction that makes them, which holds the lock on the catalogue: ids are then in commit order. Changes
 * that are not reported to followers of the catalogue (SPEC E4) are not recorded either.
 */
export async function recordHistory(
	tx: Tx,
	traits: EngineTraits,
	changeSet: number | null,
	changes: readonly RecordedChange[],
): Promise<void> {
	await insertHistory(
		tx,
		traits,
		changes
			.filter(({ change }) => isChange(change))
			.map(({ change, before, pictures, undoes = null }) => ({
				barcode: change.barcode,
				at: change.stampMs,
				change_set: changeSet,
				kind: kindOf(change),
				changed: change.changed,
				values_before: before === undefined ? null : beforeText(before, change.changed, pictures),
				undoes,
			})),
	);
}

function kindOf({ before, after }: ProductChange): "created" | "changed" | "removed" {
	if (before === undefined) return "created";
	return after === undefined ? "removed" : "changed";
}
