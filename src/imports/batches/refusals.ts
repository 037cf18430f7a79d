import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { databaseTimeMs } from "../../platform/db/database-time.ts";
import { insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { causeOf, type Refused } from "../report.ts";
import type { ImportRefusalTable } from "./tables.ts";

const STORED_DAYS = 90;
/** Rows per transaction, so that other writes do not wait for long. */
const REFUSALS_AT_ONCE = 500;

const COLUMNS = ["import_id", "number", "source", "line", "cause", "reason", "cells", "expires_at"] as const;
const insertRefusals = insertion("import_refusal", COLUMNS);

/** Stores some refusals of an import. @param input.after how many it already has. */
export const addRefusals = command<
	{ importId: string; after: number; refused: readonly Refused[] },
	undefined
>("imports.add_refusals", async (tx, { importId, after, refused }, traits) => {
	const expiresAt = (await databaseTimeMs(tx, traits)) + STORED_DAYS * DAY_MS;
	const rows = refused.map(({ source, line = null, reason, cells }, at) => ({
		import_id: importId,
		number: after + at + 1,
		source,
		line,
		cause: causeOf(reason),
		reason,
		cells: cells === undefined ? null : JSON.stringify(cells),
		expires_at: expiresAt,
	}));
	await insertRefusals(tx, traits, rows);
	return undefined;
});

/** Deletes some of the refusals of an import. @returns whether there may be more. */
export const clearRefusals = command<{ importId: string }, boolean>(
	"imports.clear_refusals",
	async (tx, { importId }) => {
		const some = tx
			.selectFrom("import_refusal")
			.select("number")
			.where("import_id", "=", importId)
			.limit(REFUSALS_AT_ONCE);
		const { numDeletedRows } = await tx
			.deleteFrom("import_refusal")
			.where("import_id", "=", importId)
			.where("number", "in", some)
			.executeTakeFirst();
		return Number(numDeletedRows) >= REFUSALS_AT_ONCE;
	},
);

/** Replaces the refusals of an import, those of its last dry run or of itself. The report lists the first ones and counts all. */
export async function storeRefusals(
	db: Database,
	importId: string,
	refused: readonly Refused[],
): Promise<void> {
	for (let isMore = true; isMore; ) isMore = await db.write(clearRefusals, { importId });
	for (let after = 0; after < refused.length; after += REFUSALS_AT_ONCE) {
		const some = refused.slice(after, after + REFUSALS_AT_ONCE);
		await db.write(addRefusals, { importId, after, refused: some });
	}
}

/** Refusals of an import in order, after a given number. */
export function readRefusals(
	tx: Tx,
	importId: string,
	{
		cause,
		after,
		limit,
		withCells = false,
	}: {
		readonly cause?: string | undefined;
		readonly after: number;
		readonly limit: number;
		/** Only rows of tables, with their cells. */
		readonly withCells?: boolean;
	},
): Promise<ImportRefusalTable[]> {
	const query = tx
		.selectFrom("import_refusal")
		.selectAll()
		.where("import_id", "=", importId)
		.where("number", ">", after)
		.orderBy("number")
		.limit(limit);
	const chosen = cause === undefined ? query : query.where("cause", "=", cause);
	return (withCells ? chosen.where("cells", "is not", null) : chosen).execute();
}
