import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertion, insertRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { isChange, type ProductChange } from "../changes/product-change.ts";
import type { ProductRow } from "../tables.ts";
import "./tables.ts";
import { type BeforeElsewhere, beforeText } from "./values-before.ts";

/** A change of one product, with its previous state. */
export interface RecordedChange extends BeforeElsewhere {
	readonly change: ProductChange;
	/** The product before; `undefined` if it did not exist. */
	readonly before: ProductRow | undefined;
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
 * that are not reported to followers of the catalogue (SPEC E4) are not recorded either, except those of hechshers that an alert withholds.
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
			.map((recorded) => ({ ...recorded, change: storedChange(recorded.change) }))
			.filter(({ change }) => isChange(change))
			.map(({ change, before, undoes = null, ...elsewhere }) => ({
				barcode: change.barcode,
				at: change.stampMs,
				change_set: changeSet,
				kind: kindOf(change),
				changed: change.changed,
				values_before: before === undefined ? null : beforeText(before, change.changed, elsewhere),
				undoes,
			})),
	);
}

/** A change together with what followers do not see of it. */
function storedChange(change: ProductChange): ProductChange {
	return { ...change, changed: change.changed | (change.hidden ?? 0) };
}

/** Records that a product has another barcode, inside the transaction that gives it; its earlier changes have that one by then. */
export async function recordRenaming(
	tx: Tx,
	{ from, to, stampMs, changeSet, undoes }: Renamed,
): Promise<void> {
	await insertRow(tx, "product_history", {
		barcode: to,
		at: stampMs,
		change_set: changeSet,
		kind: "renamed",
		changed: 0,
		values_before: JSON.stringify({ barcode: from }),
		undoes,
	});
}

interface Renamed {
	readonly from: string;
	readonly to: string;
	readonly stampMs: number;
	readonly changeSet: number;
	readonly undoes: number | null;
}

function kindOf({ before, after }: ProductChange): "created" | "changed" | "removed" {
	if (before === undefined) return "created";
	return after === undefined ? "removed" : "changed";
}
