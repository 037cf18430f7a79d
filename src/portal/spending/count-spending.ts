import { newestEntry } from "../../billing/balances/balance.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { insertion } from "../../platform/db/rows.ts";
import type { RegularWork } from "../../platform/retention.ts";
import { chargedGroups, filterOf } from "./charged-groups.ts";
import { createSpendingSums, type SpendingSum } from "./spending-sums.ts";
import "./tables.ts";

/**
 * Summing up spending by brand and barcode prefix, asynchronously: a charge only writes its ledger row, and rows are added to the sums a little
 * later, exactly once.
 */

/** Ledger rows read at a time: few enough not to delay listings. */
const ROWS_AT_ONCE = 4000;
/** Maximum number of sums per transaction: charges wait for it, so it has to be short. Many rows result in few sums. */
const SUMS_AT_ONCE = 1000;
const MOST_ROWS = 100_000;
const EVERY_MS = 10_000;

const COLUMNS = ["client_id", "grouped_by", "span", "start", "name", "charges", "units"];
const addSums = insertion(
	"spending",
	COLUMNS,
	`on conflict (client_id, grouped_by, span, start, name) do update set charges = spending.charges + excluded.charges,
	units = spending.units + excluded.units`,
);

interface CountedRows {
	readonly clientId: string;
	/** The sums cover the ledger rows after this one … */
	readonly after: number;
	/** … up to and including this one. */
	readonly upTo: number;
	readonly sums: readonly SpendingSum[];
}

/** Adds to the stored sums. @returns false if another process has already counted these rows, in which case nothing is added. */
export const countSpending = command<CountedRows, boolean>(
	"account.count_spending",
	async (tx, { clientId, after, upTo, sums }, traits) => {
		await tx
			.insertInto("spending_progress")
			.values({ client_id: clientId, ledger_seq: 0 })
			.onConflict((on) => on.column("client_id").doNothing())
			.execute();
		const { numUpdatedRows } = await tx
			.updateTable("spending_progress")
			.set({ ledger_seq: upTo })
			.where("client_id", "=", clientId)
			.where("ledger_seq", "=", after)
			.executeTakeFirst();
		if (numUpdatedRows !== 1n) return false;
		const rows = sums.map((sum) => [
			clientId,
			sum.groupedBy,
			sum.span,
			sum.start,
			sum.name,
			sum.charges,
			sum.units,
		]);
		await addSums(tx, traits, rows);
		return true;
	},
);

/** The periodic work of summing up. Every process does it; if two sum up the same rows, only one result is stored. */
export function spendingWork(db: Database): RegularWork[] {
	return [{ everyMs: EVERY_MS, step: countingSteps(db) }];
}

/** Summing up in steps, each a short transaction. A step resolves with whether there may be more; the one after the last starts over. */
export function countingSteps(db: Database): () => Promise<boolean> {
	let behind: string[] = [];
	return async () => {
		const [clientId] = behind;
		if (clientId === undefined) {
			behind = await clientsBehind(db);
			return behind.length > 0;
		}
		if (!(await countSome(db, clientId))) behind.shift();
		return behind.length > 0;
	};
}

/** @returns whether the client has more rows to count. */
async function countSome(db: Database, clientId: string): Promise<boolean> {
	const after = await countedUpTo(db, clientId);
	const newest = await newestEntry(db, clientId);
	if (newest <= after) return false;
	const last = Math.min(newest, after + MOST_ROWS);
	const filter = await filterOf(db, clientId);
	const sums = createSpendingSums();
	let upTo = after;
	while (upTo < last && sums.all().length < SUMS_AT_ONCE) {
		const stretch = { after: upTo, upTo: Math.min(last, upTo + ROWS_AT_ONCE) };
		sums.add(await chargedGroups(db, clientId, stretch, filter));
		upTo = stretch.upTo;
	}
	await db.write(countSpending, { clientId, after, upTo, sums: sums.all() });
	return upTo < newest;
}

async function clientsBehind(db: Database): Promise<string[]> {
	const rows = await db.scan
		.selectFrom("balance")
		.leftJoin("spending_progress as counted", "counted.client_id", "balance.client_id")
		.select("balance.client_id")
		.where((row) => row("balance.ledger_seq", ">", row.fn.coalesce("counted.ledger_seq", row.lit(0))))
		.execute();
	return rows.map(({ client_id }) => client_id);
}

/** The last ledger row of a client that is included in its sums; 0 if there is none. */
export async function countedUpTo(db: Database, clientId: string): Promise<number> {
	const row = await db.read
		.selectFrom("spending_progress")
		.select("ledger_seq")
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	return row?.ledger_seq ?? 0;
}
