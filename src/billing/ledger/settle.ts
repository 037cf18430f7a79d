import type { EarlierAnswer } from "../../api/idempotency/claim.ts";
import { defineBatchCommand } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertion, rowsForUpdate, sideBySide } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { REPLACE_BALANCE } from "../balances/balance.ts";
import { type DailyCaps, openDailyCaps } from "../balances/daily-cap.ts";
import type { BalanceTable, LedgerKind, LedgerTable } from "../tables.ts";
import { recordUsage } from "../usage/usage-rows.ts";
import { openClaims } from "./claims.ts";
import { LEDGER_START, ledgerHash } from "./ledger.ts";
import { addLedgerDays } from "./ledger-days.ts";
import { settleStatement } from "./settle-statement.ts";
import type { Settlement, SettleOutcome } from "./settlement.ts";

/**
 * Completes requests: debits each client whose balance suffices and writes ledger, audit, usage and counters, all in one transaction for everything
 * queued. A request that its client cannot pay is not charged, and its outcome says so.
 */
export const settle = defineBatchCommand<Settlement, SettleOutcome>(
	"billing.settle",
	async (tx, inputs, traits) => {
		const claims = await openClaims(tx, inputs);
		const accounts = await openAccounts(tx, traits, inputs);
		const caps = await openDailyCaps(tx, inputs);
		const ledger: LedgerTable[] = [];
		const outcomes = inputs.map((input) => {
			const account = accounts.get(input.clientId) ?? emptyAccount(input.clientId);
			const earlier = claims.earlierAnswer(input);
			if (earlier) return replayed(earlier, account);
			const outcome = decide(input, account, ledger, caps);
			if (outcome.paid) claims.hold(input, outcome.balanceUnits);
			return outcome;
		});
		await sideBySide([
			claims.close(),
			writeLedger(tx, traits, accounts, ledger),
			recordUsage(tx, traits, inputs, outcomes),
		]);
		return outcomes;
	},
	settleStatement,
);

/** A balance while charges are being decided in a transaction. */
interface Account extends BalanceTable {
	changed: boolean;
}

/** Rows are locked in key order, so that two nodes cannot deadlock. */
async function openAccounts(
	tx: Tx,
	traits: EngineTraits,
	inputs: readonly Settlement[],
): Promise<Map<string, Account>> {
	const clientIds = [...new Set(inputs.map((input) => input.clientId))].sort();
	const rows = await rowsForUpdate(tx, traits, "balance", "client_id", clientIds);
	const accounts = new Map<string, Account>();
	for (const clientId of clientIds) accounts.set(clientId, emptyAccount(clientId));
	for (const row of rows) accounts.set(row.client_id, { ...row, changed: false });
	return accounts;
}

export function emptyAccount(clientId: string): Account {
	return { client_id: clientId, units: 0, ledger_seq: 0, ledger_hash: LEDGER_START, changed: false };
}

function replayed(earlier: EarlierAnswer, account: Account): SettleOutcome {
	const refusal = { status: 409, error: "idempotency_key_mismatch" } as const;
	const answered = earlier.kind === "replay" ? { status: earlier.status } : refusal;
	return { paid: true, ...answered, debitedUnits: 0, balanceUnits: account.units, earlier };
}

const UNPAID = { paid: false, status: 402, error: "insufficient_credits", debitedUnits: 0 } as const;

function decide(
	input: Settlement,
	account: Account,
	ledger: LedgerTable[],
	caps: DailyCaps | undefined,
): SettleOutcome {
	const { units: cost, detail } = input.charge;
	const unpaid = { ...UNPAID, balanceUnits: account.units };
	if (cost > account.units) return unpaid;
	const leftOfCap = caps?.leftFor(input);
	if (leftOfCap !== undefined && cost > leftOfCap) return { ...unpaid, leftOfCap };
	if (cost > 0) {
		caps?.spend(input);
		const { requestId, atMs, barcode, note = null } = input;
		ledger.push(post(account, { kind: "charge", units: -cost, detail, note, barcode, requestId, atMs }));
	}
	return { paid: true, status: input.status, debitedUnits: cost, balanceUnits: account.units };
}

interface Posting {
	readonly kind: LedgerKind;
	readonly units: number;
	readonly detail: string;
	readonly note: string | null;
	readonly barcode?: string | undefined;
	readonly requestId: string;
	readonly atMs: number;
}

/** Applies a posting to the account. @returns its ledger row. */
export function post(account: Account, posting: Posting): LedgerTable {
	account.units += posting.units;
	account.ledger_seq++;
	account.changed = true;
	const row: LedgerTable = {
		client_id: account.client_id,
		seq: account.ledger_seq,
		at: posting.atMs,
		request_id: posting.requestId,
		kind: posting.kind,
		units: posting.units,
		balance_after: account.units,
		detail: posting.detail,
		note: posting.note,
		barcode: posting.barcode ?? null,
		hash: "",
	};
	account.ledger_hash = ledgerHash(account.ledger_hash, row);
	row.hash = account.ledger_hash;
	return row;
}

const insertEntries = insertion("ledger", [
	"client_id",
	"seq",
	"at",
	"request_id",
	"kind",
	"units",
	"balance_after",
	"detail",
	"note",
	"barcode",
	"hash",
]);
const saveBalances = insertion(
	"balance",
	["client_id", "units", "ledger_seq", "ledger_hash"],
	REPLACE_BALANCE,
);

/** Writes the result of `post`: new ledger rows and the resulting balances. */
export async function writeLedger(
	tx: Tx,
	traits: EngineTraits,
	accounts: Map<string, Account>,
	rows: readonly LedgerTable[],
): Promise<void> {
	const changed = [...accounts.values()].filter((account) => account.changed);
	const balances = changed.map(({ client_id, units, ledger_seq, ledger_hash }) => [
		client_id,
		units,
		ledger_seq,
		ledger_hash,
	]);
	const entries = rows.map((row) => [
		row.client_id,
		row.seq,
		row.at,
		row.request_id,
		row.kind,
		row.units,
		row.balance_after,
		row.detail,
		row.note,
		row.barcode,
		row.hash,
	]);
	await sideBySide([
		saveBalances(tx, traits, balances),
		insertEntries(tx, traits, entries),
		addLedgerDays(tx, traits, rows),
	]);
}
