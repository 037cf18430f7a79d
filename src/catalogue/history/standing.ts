import type { HistoryRow } from "./tables.ts";

type Change = Pick<HistoryRow, "id" | "kind" | "changed" | "undoes">;

/**
 * Which changes of a product stand: those that were not taken back, and the undos of none of these. A change and its undo cancel each other
 * out, so one step after the other can be undone; what undid may be undone too.
 * @param changes all of the product from some change on, newest first.
 */
export function standingChanges<Row extends Change>(changes: readonly Row[]): Row[] {
	const known = new Set(changes.map(({ id }) => Number(id)));
	const takenBack = new Set<number>();
	return changes.filter(({ id, undoes }) => {
		if (takenBack.has(Number(id))) return false;
		if (undoes === null || !known.has(Number(undoes))) return true;
		takenBack.add(Number(undoes));
		return false;
	});
}

/** Whether one change touches what another did, so that the earlier cannot be undone before the later. */
export function overlaps(earlier: Change, later: Change): boolean {
	return earlier.kind !== "changed" || later.kind !== "changed" || (earlier.changed & later.changed) !== 0;
}
