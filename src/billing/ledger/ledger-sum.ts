import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { ClientFault } from "../../api/client-fault.ts";
import { type Command, command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { newestEntry } from "../balances/balance.ts";
import type { SumProgressTable } from "../tables.ts";
import type { Follower } from "./follower.ts";

/** A range of rows of a balance's ledger: after one number, up to and including another. */
export interface LedgerStretch {
	readonly after: number;
	readonly upTo: number;
}

interface NextRows extends LedgerStretch {
	readonly balanceKey: string;
	readonly nowMs: number;
}

/** What reads a ledger. */
export type LedgerReader = Pick<Database, "scan" | "traits">;

interface DeclaredSum<Sums> {
	readonly name: string;
	/** Sums up the next rows: as many of the stretch as may be read and added in one transaction, for which charges wait. */
	readonly read: (
		db: LedgerReader,
		balanceKey: string,
		stretch: LedgerStretch,
	) => Promise<{ readonly upTo: number; readonly sums: Sums }>;
	/** The clients, or balances, that something is stored of; absent if not only the ledger adds to it. */
	readonly owners?: (db: LedgerReader) => Promise<readonly string[]>;
	/** Compares what is stored of some clients, and balances by their keys, with their rebuilt sums. What is stored is read before the first of these is asked for. */
	readonly compare: (
		db: LedgerReader,
		owners: readonly string[],
		rebuilt: AsyncIterable<Sums>,
	) => Promise<readonly ClientFault[]>;
	/** As many of the newest rows are left to readers, who add them themselves. */
	readonly leavesRows?: number;
	readonly add: (tx: Tx, traits: EngineTraits, sums: Sums, nowMs: number) => Promise<void>;
	/** The balances that are followed beside the charges; the others are only when a page asks. */
	readonly isFollowed?: (row: ExpressionBuilder<Tables, "balance">) => Expression<SqlBool>;
}

/** A sum over the charges of the ledger, made a little after them: charges only write their ledger rows. */
export interface LedgerSum<Sums> extends DeclaredSum<Sums> {
	/**
	 * Adds rows and stores how far the sum has come, which it returns; nothing is added if another process has added these rows. It also reads them:
	 * the thread that writes has them in memory, where others would fetch them, and send it their sums.
	 */
	readonly command: Command<NextRows, number>;
}

/** Declares a sum: each row of each balance's ledger is added to it exactly once. */
export function ledgerSum<Sums>(declared: DeclaredSum<Sums>): LedgerSum<Sums> {
	const add = command<NextRows, number>(
		`ledger.add_to_${declared.name}`,
		async (tx, { balanceKey: balance_key, after, upTo: newest, nowMs }, traits) => {
			const stretch = { after, upTo: newest };
			const { upTo, sums } = await declared.read({ scan: tx, traits }, balance_key, stretch);
			if (await moveOn(tx, { sum: declared.name, balance_key, ledger_seq: upTo }, after))
				await declared.add(tx, traits, sums, nowMs);
			return upTo;
		},
		({ balanceKey }) => balanceKey,
	);
	return { ...declared, command: add };
}

async function moveOn(tx: Tx, progress: SumProgressTable, after: number): Promise<boolean> {
	const moved = await tx
		.insertInto("sum_progress")
		.values(progress)
		.onConflict((on) =>
			on
				.columns(["sum", "balance_key"])
				.doUpdateSet({ ledger_seq: progress.ledger_seq })
				.where("sum_progress.ledger_seq", "=", after),
		)
		.returning("balance_key")
		.executeTakeFirst();
	return moved !== undefined;
}

/** Adds the next rows of a balance's ledger. @returns the number of rows left. */
async function addNext<Sums>(
	db: Database,
	sum: LedgerSum<Sums>,
	balanceKey: string,
	nowMs: number,
): Promise<number> {
	const progress = await findRow(db.read, "sum_progress", { sum: sum.name, balance_key: balanceKey }, [
		"ledger_seq",
	]);
	const after = progress?.ledger_seq ?? 0;
	const newest = await newestEntry(db, balanceKey);
	if (newest <= after) return 0;
	return newest - (await db.write(sum.command, { balanceKey, after, upTo: newest, nowMs }));
}

const STEPS_AT_ONCE = 12;

/** Adds recent rows of some balances before a page is answered; the follower adds the rest. @returns the number of rows left. */
export async function catchUpSum<Sums>(
	db: Database,
	sum: LedgerSum<Sums>,
	balanceKeys: Iterable<string>,
	nowMs: number,
): Promise<number> {
	let left = 0;
	for (const balanceKey of balanceKeys) {
		let leftOfOne = 1;
		for (let step = 0; leftOfOne > 0 && step < STEPS_AT_ONCE; step++)
			leftOfOne = await addNext(db, sum, balanceKey, nowMs);
		left += leftOfOne;
	}
	return left;
}

/** The work of keeping a sum up to date. Every process does it; if two add the same rows, only one result is stored. */
export function followed<Sums>(db: Database, sum: LedgerSum<Sums>, clock: Pick<Clock, "now">): Follower {
	let behind: string[] = [];
	return {
		name: sum.name,
		async step() {
			if (behind.length === 0) behind = await balancesBehind(db, sum);
			const balanceKey = behind.shift();
			if (balanceKey === undefined) return false;
			if ((await addNext(db, sum, balanceKey, clock.now())) > 0) behind.unshift(balanceKey);
			return true;
		},
	};
}

async function balancesBehind<Sums>(
	db: Database,
	{ name, isFollowed, leavesRows = 0 }: LedgerSum<Sums>,
): Promise<string[]> {
	const rows = await db.scan
		.selectFrom("balance")
		.leftJoin("sum_progress as added", (join) =>
			join.onRef("added.balance_key", "=", "balance.balance_key").on("added.sum", "=", name),
		)
		.select("balance.balance_key")
		.where((row) =>
			row(row("balance.ledger_seq", "-", row.fn.coalesce("added.ledger_seq", row.lit(0))), ">", leavesRows),
		)
		.$if(isFollowed !== undefined, (query) =>
			query.where(
				(row) => isFollowed?.(row as unknown as ExpressionBuilder<Tables, "balance">) ?? row.lit(true),
			),
		)
		.execute();
	return rows.map(({ balance_key }) => balance_key);
}
