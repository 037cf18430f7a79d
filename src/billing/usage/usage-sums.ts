import { sql } from "kysely";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { UsageSumTable } from "../tables.ts";

export const SUM_COLUMNS = [
	"client_id",
	"grouped_by",
	"span",
	"start",
	"name",
	"requests",
	"units",
	"expires_at",
] as const;

export const ADD_TO_SUM = `on conflict (client_id, grouped_by, span, start, name)
	do update set requests = usage_sum.requests + excluded.requests, units = usage_sum.units + excluded.units`;

const insertSums = insertion("usage_sum", SUM_COLUMNS, ADD_TO_SUM);

/** Adds to the stored sums. */
export async function addUsageSums(
	tx: Tx,
	traits: EngineTraits,
	rows: readonly UsageSumTable[],
): Promise<void> {
	await insertSums(tx, traits, addedUp(rows));
}

/** One row for each sum, always in the same order, so that two concurrent writes cannot deadlock. */
export function addedUp(rows: readonly UsageSumTable[]): UsageSumTable[] {
	const sums = new Map<string, UsageSumTable>();
	for (const row of rows) {
		const key = `${row.client_id} ${row.grouped_by} ${row.span} ${row.start} ${row.name}`;
		const { requests, units } = sums.get(key) ?? { requests: 0, units: 0 };
		sums.set(key, { ...row, requests: requests + row.requests, units: units + row.units });
	}
	return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

/** In place of a client: sums of all of them. */
export const ALL_CLIENTS = "";

/** Literals, so that the planner recognises that a partial index applies. */
export const BY_ACTION = sql<boolean>`grouped_by = 'action'`;
export const BY_ERROR = sql<boolean>`grouped_by = 'error'`;
