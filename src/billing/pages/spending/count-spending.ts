import { command } from "../../../platform/db/command.ts";
import type { Database } from "../../../platform/db/database.ts";
import { findRow, insertion, updateRows } from "../../../platform/db/rows.ts";
import type { RegularWork } from "../../../platform/retention.ts";
import { newestEntry } from "../../balances/balance.ts";
import { chargedGroups } from "./charged-groups.ts";
import { createSpendingSums, type SpendingSum, type SpendingSums } from "./spending-sums.ts";
import "./tables.ts";

/** Sums up spending by brand and barcode prefix a little after the charge, which only writes its ledger row; each row is added exactly once. */

/**
 * Charges wait for the transaction that adds sums, so no more rows are read once there are as many sums as this. Many rows usually result in few
 * sums, but each may result in four of its own.
 */
const SUMS_AT_ONCE = 400;
const ROWS_AT_ONCE = 400;
/** Ledger rows read in one step, however few sums they result in: listings wait for the same thread. */
const MOST_ROWS = 10_000;
const EVERY_MS = 10_000;

const addSums = insertion(
	"spending",
	["client_id", "grouped_by", "span", "start", "name", "charges", "units"],
	`on conflict (client_id, grouped_by, span, start, name) do update set charges = spending.charges + excluded.charges,
	units = spending.units + excluded.units`,
);

interface CountedRows {
	readonly balanceKey: string;
	/** The sums cover the ledger rows after this one … */
	readonly after: number;
	/** … up to and including this one. */
	readonly upTo: number;
	readonly sums: readonly (SpendingSum & { readonly clientId: string })[];
}

/** Adds to the stored sums. @returns false if another process has already counted these rows, in which case nothing is added. */
export const countSpending = command<CountedRows, boolean>(
	"account.count_spending",
	async (tx, { balanceKey, after, upTo, sums }, traits) => {
		await tx
			.insertInto("spending_progress")
			.values({ balance_key: balanceKey, ledger_seq: 0 })
			.onConflict((on) => on.column("balance_key").doNothing())
			.execute();
		const numUpdatedRows = await updateRows(
			tx,
			"spending_progress",
			{ balance_key: balanceKey, ledger_seq: after },
			{ ledger_seq: upTo },
		);
		if (numUpdatedRows !== 1) return false;
		const rows = sums.map(({ clientId: client_id, groupedBy: grouped_by, ...sum }) => ({
			...{ client_id, grouped_by, ...sum },
		}));
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
		const [balanceKey] = behind;
		if (balanceKey === undefined) {
			behind = await balancesBehind(db);
			return behind.length > 0;
		}
		if (!(await countSome(db, balanceKey))) behind.shift();
		return behind.length > 0;
	};
}

/** @returns whether the balance has more rows to count. */
async function countSome(db: Database, balanceKey: string): Promise<boolean> {
	const after = await countedUpTo(db, balanceKey);
	const newest = await newestEntry(db, balanceKey);
	if (newest <= after) return false;
	const last = Math.min(newest, after + MOST_ROWS);
	const byClient = new Map<string, SpendingSums>();
	let upTo = after;
	while (upTo < last && countOf(byClient) < SUMS_AT_ONCE) {
		const stretch = { after: upTo, upTo: Math.min(last, upTo + ROWS_AT_ONCE) };
		for (const [clientId, groups] of await chargedGroups(db, balanceKey, stretch)) {
			const own = byClient.get(clientId) ?? createSpendingSums();
			own.add(groups);
			byClient.set(clientId, own);
		}
		upTo = stretch.upTo;
	}
	const sums = [...byClient].flatMap(([clientId, each]) => each.all().map((sum) => ({ ...sum, clientId })));
	await db.write(countSpending, { balanceKey, after, upTo, sums });
	return upTo < newest;
}

function countOf(byClient: ReadonlyMap<string, SpendingSums>): number {
	return [...byClient.values()].reduce((count, sums) => count + sums.all().length, 0);
}

async function balancesBehind(db: Database): Promise<string[]> {
	const rows = await db.scan
		.selectFrom("balance")
		.leftJoin("spending_progress as counted", "counted.balance_key", "balance.balance_key")
		.select("balance.balance_key")
		.where((row) => row("balance.ledger_seq", ">", row.fn.coalesce("counted.ledger_seq", row.lit(0))))
		.execute();
	return rows.map(({ balance_key }) => balance_key);
}

/** The last ledger row of a balance that is included in the sums; 0 if there is none. */
export async function countedUpTo(db: Database, balanceKey: string): Promise<number> {
	const row = await findRow(db.read, "spending_progress", { balance_key: balanceKey }, ["ledger_seq"]);
	return row?.ledger_seq ?? 0;
}
