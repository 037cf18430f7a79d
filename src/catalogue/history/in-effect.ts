import type { HistoryRow } from "./tables.ts";

type Change = Pick<HistoryRow, "id" | "kind" | "changed" | "undoes">;

/**
 * The changes of a product that are still in effect: those that were not undone, except for undos of changes in the list. A change and its undo
 * cancel each other out, so changes can be undone one after another; an undo can itself be undone.
 * @param changes all changes of the product from some change on, newest first.
 */
export function changesInEffect<Row extends Change>(changes: readonly Row[]): Row[] {
	const known = new Set(changes.map(({ id }) => id));
	const takenBack = new Set<number>();
	return changes.filter(({ id, undoes }) => {
		if (takenBack.has(id)) return false;
		if (undoes === null || !known.has(undoes)) return true;
		takenBack.add(undoes);
		return false;
	});
}

/** Whether two changes affect the same data, so that the earlier cannot be undone before the later. */
export function overlaps(earlier: Change, later: Change): boolean {
	// Another barcode changes no data; whoever takes it back needs the product.
	if (later.kind === "renamed") return earlier.kind === "renamed";
	if (earlier.kind === "renamed") return later.kind !== "changed";
	return earlier.kind !== "changed" || later.kind !== "changed" || (earlier.changed & later.changed) !== 0;
}
