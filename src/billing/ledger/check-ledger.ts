import type { Selectable } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { BalanceTable, LedgerDayTable, LedgerTable } from "../tables.ts";
import { LEDGER_START, ledgerHash } from "./ledger.ts";
import { ledgerDaysOf } from "./ledger-days.ts";

/** An inconsistency in a ledger. */
export interface LedgerFault {
	readonly clientId: string;
	/** The inconsistent row; absent if the balance is inconsistent. */
	readonly seq?: number;
	readonly problem: string;
}

export interface LedgerCheck {
	readonly clients: number;
	readonly rows: number;
	/** The first fault of every client that has one; rows after it cannot be verified. */
	readonly faults: readonly LedgerFault[];
}

const PAGE = 5000;

/**
 * Reads every ledger from its first row: rows must be numbered without gaps, chain to their predecessors, add up to the balance, and match the counts
 * by day. The service may keep charging meanwhile: each client is checked up to the row that was newest when its balance was read.
 */
export async function checkLedger(db: Pick<Database, "scan">): Promise<LedgerCheck> {
	const balances = await db.scan.selectFrom("balance").selectAll().orderBy("client_id").execute();
	const faults: LedgerFault[] = [];
	let rows = 0;
	for (const balance of balances) {
		const read = await checkClient(db, balance);
		rows += read.rows;
		if (read.fault) faults.push({ clientId: balance.client_id, ...read.fault });
	}
	return { clients: balances.length, rows, faults: [...faults, ...(await ledgersWithoutBalance(db))] };
}

interface ClientCheck {
	readonly rows: number;
	readonly fault?: Omit<LedgerFault, "clientId">;
}

async function checkClient(
	db: Pick<Database, "scan">,
	balance: Selectable<BalanceTable>,
): Promise<ClientCheck> {
	let last = { seq: 0, hash: LEDGER_START, balance_after: 0 };
	const days = new Map<number, LedgerDayTable>();
	for (;;) {
		const page = await db.scan
			.selectFrom("ledger")
			.selectAll()
			.where("client_id", "=", balance.client_id)
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
		addDays(days, page);
		if (page.length < PAGE) break;
	}
	const problem =
		balanceProblem(balance, last) ??
		(await rowsBeyond(db, balance.client_id)) ??
		(await dayProblem(db, balance, [...days.values()]));
	return problem ? { rows: last.seq, fault: { problem } } : { rows: last.seq };
}

type Last = Pick<LedgerTable, "seq" | "hash" | "balance_after">;

function rowProblem(row: LedgerTable, last: Last): string | undefined {
	if (row.seq !== last.seq + 1) return `row ${last.seq + 1} is missing`;
	if (row.balance_after !== last.balance_after + row.units) {
		return `${last.balance_after} and ${row.units} units do not add up to ${row.balance_after}`;
	}
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
async function rowsBeyond(db: Pick<Database, "scan">, clientId: string): Promise<string | undefined> {
	const ledger = await db.scan
		.selectFrom("ledger")
		.select((eb) => eb.fn.max("seq").as("seq"))
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	const balance = await db.scan
		.selectFrom("balance")
		.select("ledger_seq")
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	const [newest, counted] = [ledger?.seq ?? 0, balance?.ledger_seq ?? 0];
	return newest > counted ? `there are ${newest} rows, but the balance counts ${counted}` : undefined;
}

function addDays(days: Map<number, LedgerDayTable>, rows: readonly LedgerTable[]): void {
	for (const added of ledgerDaysOf(rows)) {
		const known = days.get(added.day);
		if (known) {
			known.entries += added.entries;
			known.last_seq = added.last_seq;
		} else days.set(added.day, added);
	}
}

/** A day that has grown since the balance was read is skipped. */
async function dayProblem(
	db: Pick<Database, "scan">,
	{ client_id, ledger_seq }: BalanceTable,
	days: readonly LedgerDayTable[],
): Promise<string | undefined> {
	const rows = await db.scan
		.selectFrom("ledger_day")
		.selectAll()
		.where("client_id", "=", client_id)
		.execute();
	const counted = new Map(rows.map((row) => [row.day, row]));
	const text = (day: LedgerDayTable) => `${day.entries} rows from ${day.first_seq} to ${day.last_seq}`;
	for (const day of days) {
		const found = counted.get(day.day);
		counted.delete(day.day);
		if (found && found.last_seq > ledger_seq) continue;
		if (!found || text(found) !== text(day)) {
			const said = found ? text(found) : "nothing";
			return `on ${new Date(day.day).toISOString().slice(0, 10)} there are ${text(day)}, but its count says ${said}`;
		}
	}
	const extra = [...counted.values()].find((day) => day.last_seq <= ledger_seq);
	return extra && `a day without rows is counted as ${text(extra)}`;
}

async function ledgersWithoutBalance(db: Pick<Database, "scan">): Promise<LedgerFault[]> {
	const orphans = await db.scan
		.selectFrom("ledger")
		.select("client_id")
		.distinct()
		.where("client_id", "not in", db.scan.selectFrom("balance").select("client_id"))
		.execute();
	return orphans.map(({ client_id }) => ({ clientId: client_id, problem: "a ledger without a balance" }));
}
