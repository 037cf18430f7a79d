import { type Selectable, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { BalanceTable, LedgerTable } from "../tables.ts";
import { checkSum } from "./check-sum.ts";
import { LEDGER_START, ledgerHash } from "./ledger.ts";
import { ledgerDaysSum } from "./ledger-days.ts";
import type { LedgerReader } from "./ledger-sum.ts";

export interface LedgerFault {
	/** Key of the balance: the client that it began with, or its id. */
	readonly balanceKey: string;
	/** The inconsistent row; absent if the balance is inconsistent. */
	readonly seq?: number;
	readonly problem: string;
}

export interface LedgerCheck {
	readonly balances: number;
	readonly rows: number;
	/** The first fault of every balance that has one; rows after it cannot be verified. */
	readonly faults: readonly LedgerFault[];
}

const PAGE = 5000;

/**
 * Reads every ledger from its first row: rows must be numbered without gaps, chain to their predecessors, and add up to the balance; the counts by day must
 * match a rebuild, and transfers add up to zero. The service may keep charging meanwhile: each ledger is checked up to the row that was newest when its balance was read.
 */
export async function checkLedger(db: LedgerReader): Promise<LedgerCheck> {
	const balances = await db.scan.selectFrom("balance").selectAll().orderBy("balance_key").execute();
	const faults: LedgerFault[] = [];
	let rows = 0;
	for (const balance of balances) {
		const read = await checkBalance(db, balance);
		rows += read.rows;
		if (read.fault) faults.push({ balanceKey: balance.balance_key, ...read.fault });
	}
	const others = [
		...(await checkSum(db, ledgerDaysSum)).map(({ clientId: balanceKey, problem }) => ({
			balanceKey,
			problem,
		})),
		...(await ledgersWithoutBalance(db)),
		...(await clientsWithoutBalance(db)),
		...(await unbalancedTransfers(db)),
	];
	return { balances: balances.length, rows, faults: [...faults, ...others] };
}

interface OneCheck {
	readonly rows: number;
	readonly fault?: Omit<LedgerFault, "balanceKey">;
}

async function checkBalance(
	db: Pick<Database, "scan">,
	balance: Selectable<BalanceTable>,
): Promise<OneCheck> {
	let last: Last = { seq: 0, hash: LEDGER_START, balance_after: 0, client_id: null };
	for (;;) {
		const page = await db.scan
			.selectFrom("ledger")
			.selectAll()
			.where("balance_key", "=", balance.balance_key)
			.where("seq", ">", last.seq)
			.where("seq", "<=", balance.ledger_seq)
			.orderBy("seq")
			.limit(PAGE)
			.execute();
		for (const row of page) {
			const problem = rowProblem(row, last);
			if (problem) return { rows: last.seq, fault: { seq: row.seq, problem } };
			last = row;
		}
		if (page.length < PAGE) break;
	}
	const problem = balanceProblem(balance, last) ?? (await rowsBeyond(db, balance.balance_key));
	return problem ? { rows: last.seq, fault: { problem } } : { rows: last.seq };
}

type Last = Pick<LedgerTable, "seq" | "hash" | "balance_after" | "client_id">;

function rowProblem(row: LedgerTable, last: Last): string | undefined {
	if (row.seq !== last.seq + 1) return `row ${last.seq + 1} is missing`;
	if (row.balance_after !== last.balance_after + row.units) {
		return `${last.balance_after} and ${row.units} units do not add up to ${row.balance_after}`;
	}
	// Only what reverses a payment takes what is not there (SPEC E13).
	if (row.balance_after < 0 && row.units < 0 && row.kind !== "reversal")
		return `the balance falls to ${row.balance_after} units`;
	if (row.client_id === null && last.client_id !== null)
		return "no client is recorded, as in rows of earlier versions";
	if (row.hash !== ledgerHash(last.hash, row)) return "this row or the one before it was altered";
	return undefined;
}

function balanceProblem(balance: BalanceTable, last: Last): string | undefined {
	if (balance.ledger_seq !== last.seq) {
		return `the balance counts ${balance.ledger_seq} ledger rows, but there are ${last.seq}`;
	}
	if (balance.units !== last.balance_after) {
		return `the balance says ${balance.units} units, the ledger ${last.balance_after}`;
	}
	return balance.ledger_hash === last.hash ? undefined : "the balance chains to another row";
}

/** The newest row is read before the balance, which may grow in between but never falls behind. */
async function rowsBeyond(db: Pick<Database, "scan">, balanceKey: string): Promise<string | undefined> {
	const ledger = await db.scan
		.selectFrom("ledger")
		.select((eb) => eb.fn.max("seq").as("seq"))
		.where("balance_key", "=", balanceKey)
		.executeTakeFirst();
	const balance = await findRow(db.scan, "balance", { balance_key: balanceKey }, ["ledger_seq"]);
	const [newest, counted] = [ledger?.seq ?? 0, balance?.ledger_seq ?? 0];
	return newest > counted ? `there are ${newest} rows, but the balance counts ${counted}` : undefined;
}

async function ledgersWithoutBalance({ scan }: Pick<Database, "scan">): Promise<LedgerFault[]> {
	const orphans = await scan
		.selectFrom("ledger")
		.select("balance_key")
		.distinct()
		.where("balance_key", "not in", scan.selectFrom("balance").select("balance_key"))
		.execute();
	return orphans.map(({ balance_key: balanceKey }) => ({
		balanceKey,
		problem: "a ledger without a balance",
	}));
}

async function clientsWithoutBalance({ scan }: Pick<Database, "scan">): Promise<LedgerFault[]> {
	const clients = await scan
		.selectFrom("client")
		.leftJoin("balance_member", "balance_member.client_id", "client.client_id")
		.leftJoin("balance", "balance.balance_key", "balance_member.balance_key")
		.select("client.client_id")
		.where("balance.balance_key", "is", null)
		.execute();
	return clients.map(({ client_id }) => ({
		balanceKey: client_id,
		problem: "the client draws on no balance",
	}));
}

async function unbalancedTransfers({ scan }: Pick<Database, "scan">): Promise<LedgerFault[]> {
	const transfers = await scan
		.selectFrom("ledger")
		.select(({ fn }) => ["request_id", fn.min("balance_key").as("balance_key")])
		.select(({ fn }) => [fn.countAll<number>().as("rows"), fn.sum<number>("units").as("units")])
		.where("kind", "=", "transfer")
		// Must match the condition of the partial index, or the index is not used.
		.where(sql<boolean>`kind <> 'charge'`)
		.groupBy("request_id")
		.having(({ eb, fn, or }) => or([eb(fn.countAll(), "<>", 2), eb(fn.sum("units"), "<>", 0)]))
		.execute();
	return transfers.map(({ request_id, balance_key: balanceKey, rows, units }) => ({
		balanceKey,
		problem: `the ${rows} rows of transfer ${request_id} add up to ${units} units instead of two to 0`,
	}));
}
