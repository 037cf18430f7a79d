import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { walk } from "../../platform/db/walk.ts";
import { isReadableJson } from "../../platform/readable-json.ts";
import "./tables.ts";

export interface HistoryCheck {
	/** Numbers of recorded changes and of the sets that they belong to. */
	readonly changes: number;
	readonly sets: number;
	readonly faults: readonly string[];
}

/** Checks that recorded changes are readable, belong to existing sets, and are in the order of their stamps. */
export async function checkHistory({ scan }: Pick<Database, "scan">): Promise<HistoryCheck> {
	const faults: string[] = [];
	const [back, orphan] = [await firstStepBack(scan), await firstWithoutSet(scan)];
	if (back) faults.push(`change ${back.id} of ${back.barcode} is stamped earlier than the one before it`);
	if (orphan) faults.push(`change ${orphan.id} of ${orphan.barcode} belongs to a set that does not exist`);
	return {
		changes: await countRows(scan.selectFrom("product_history")),
		sets: await countRows(scan.selectFrom("change_set")),
		faults: [...faults, ...(await unreadable(scan))],
	};
}

function firstStepBack(scan: Kysely<Tables>) {
	const stamped = scan
		.selectFrom("product_history")
		.select(["id", "barcode", "at"])
		.select(sql<number | null>`lag(at) over (order by id)`.as("previous"))
		.as("stamped");
	return scan
		.selectFrom(stamped)
		.select(["id", "barcode"])
		.whereRef("at", "<", "previous")
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
}

function firstWithoutSet(scan: Kysely<Tables>) {
	return scan
		.selectFrom("product_history")
		.leftJoin("change_set", "change_set.id", "product_history.change_set")
		.select(["product_history.id", "product_history.barcode"])
		.where("product_history.change_set", "is not", null)
		.where("change_set.id", "is", null)
		.orderBy("product_history.id")
		.limit(1)
		.executeTakeFirst();
}

const PAGE = 1000;

/** Parses previous values like a reader of the history does. */
async function unreadable(scan: Kysely<Tables>): Promise<string[]> {
	const faults: string[] = [];
	const changes = scan
		.selectFrom("product_history")
		.select(["id", "barcode", "values_before"])
		.where("values_before", "is not", null);
	for await (const rows of walk(changes, "id", PAGE)) {
		for (const { id, barcode, values_before } of rows) {
			if (!isReadableJson(values_before))
				faults.push(`change ${id} of ${barcode}: the state before it is unreadable`);
		}
	}
	return faults;
}
