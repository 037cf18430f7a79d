import type { BeforeCommit } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { raiseServiceNumber } from "../../platform/service-state.ts";
import { POSITION_NAME } from "./feed-state.ts";
import { isChange, joinChanges, type ProductChange } from "./product-change.ts";
import "./tables.ts";

/** Changes made by transactions in progress, by barcode. */
const underWay = new WeakMap<BeforeCommit, Map<string, ProductChange>>();

/** Collects changes of products within their transaction. They get their positions at its end: one entry per product, whichever commands changed it. */
export function noteChanges(
	tx: Tx,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
	changes: readonly ProductChange[],
): void {
	let pending = underWay.get(beforeCommit);
	if (!pending) {
		const opened = new Map<string, ProductChange>();
		pending = opened;
		underWay.set(beforeCommit, opened);
		beforeCommit(() => writeChanges(tx, traits, inOrder([...opened.values()].filter(isChange))));
	}
	for (const change of changes) {
		const first = pending.get(change.barcode);
		pending.set(change.barcode, first ? joinChanges(first, change) : change);
	}
}

/** A product changed by several commands has the stamp of the last one, and its place: stamps never decrease. */
function inOrder(changes: readonly ProductChange[]): ProductChange[] {
	return changes.toSorted((one, other) => one.stampMs - other.stampMs);
}

const insertChanges = insertion("product_change", [
	"position",
	"changed_at",
	"barcode",
	"changed",
	"held",
	"brand_before",
	"department_before",
	"brand_after",
	"department_after",
]);

async function writeChanges(tx: Tx, traits: EngineTraits, changes: readonly ProductChange[]): Promise<void> {
	if (changes.length === 0) return;
	const newest = await raiseServiceNumber(tx, traits, POSITION_NAME, changes.length);
	await insertChanges(
		tx,
		traits,
		changes.map(({ stampMs, barcode, changed, held, before, after }, place) => ({
			position: newest - changes.length + 1 + place,
			changed_at: stampMs,
			barcode,
			changed,
			held,
			brand_before: before?.brand_number ?? null,
			department_before: before?.department_number ?? null,
			brand_after: after?.brand_number ?? null,
			department_after: after?.department_number ?? null,
		})),
	);
}
