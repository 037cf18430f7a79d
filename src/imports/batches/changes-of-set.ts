import type { Tx } from "../../platform/db/tx.ts";

/** The rows of a set are between the newest row when it was opened and the newest when it was closed. */
export function changesOfSet(tx: Tx, set: number) {
	const bound = (column: "after_history" | "last_history") =>
		tx.selectFrom("change_set").select(column).where("change_set.id", "=", set);
	return tx
		.selectFrom("product_history")
		.where("change_set", "=", set)
		.where("id", ">", (row) => row.fn.coalesce(bound("after_history"), row.val(0)))
		.where("id", "<=", (row) => row.fn.coalesce(bound("last_history"), row.val(Number.MAX_SAFE_INTEGER)));
}

/** How many products the change sets of an import created. */
export async function countCreated(tx: Tx, sets: readonly number[]): Promise<number> {
	let created = 0;
	for (const set of sets) {
		const counted = changesOfSet(tx, set).select(({ fn }) => fn.countAll<number>().as("created"));
		created += Number((await counted.where("kind", "=", "created").executeTakeFirstOrThrow()).created);
	}
	return created;
}
