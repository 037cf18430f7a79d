import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { readFeedState } from "./feed-state.ts";

export interface ChangeCheck {
	readonly changes: number;
	readonly faults: readonly string[];
}

/** Checks that the positions of changes are consecutive up to the counter, with stamps that never decrease. */
export async function checkChanges({ scan }: Pick<Database, "scan">): Promise<ChangeCheck> {
	// Read before the counter, so that changes committed meanwhile do not seem to be beyond it.
	const { newest: last } = await countChanges(scan);
	const { head } = await readFeedState(scan);
	const { changes, oldest, newest } = await countChanges(scan, head);
	const back = await firstStepBack(scan);
	const faults: string[] = [];
	if (last > head) faults.push(`the counter is at ${head}, but there is a change at ${last}`);
	if (changes > 0 && newest < head)
		faults.push(`the counter is at ${head}, but the newest change is at ${newest}`);
	if (changes > 0 && newest - oldest + 1 !== changes) {
		faults.push(`only ${changes} of the positions ${oldest} to ${newest} have a change`);
	}
	if (back !== undefined) faults.push(`the change at ${back} is stamped earlier than the one before it`);
	return { changes, faults };
}

/** @param upTo only changes at this position or before. */
async function countChanges(scan: Kysely<Tables>, upTo = Number.MAX_SAFE_INTEGER) {
	const row = await scan
		.selectFrom("product_change")
		.where("position", "<=", upTo)
		.select((is) => [
			is.fn.countAll<number>().as("changes"),
			is.fn.min<number | null>("position").as("oldest"),
			is.fn.max<number | null>("position").as("newest"),
		])
		.executeTakeFirstOrThrow();
	return { changes: row.changes, oldest: row.oldest ?? 0, newest: row.newest ?? 0 };
}

async function firstStepBack(scan: Kysely<Tables>): Promise<number | undefined> {
	const stamped = scan
		.selectFrom("product_change")
		.select(["position", "changed_at"])
		.select(sql<number | null>`lag(changed_at) over (order by position)`.as("before"))
		.as("stamped");
	const row = await scan
		.selectFrom(stamped)
		.select("position")
		.whereRef("changed_at", "<", "before")
		.orderBy("position")
		.limit(1)
		.executeTakeFirst();
	return row?.position;
}
