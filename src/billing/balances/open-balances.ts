import { CompiledQuery } from "kysely";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { randomBase32 } from "../../platform/ids.ts";
import { LEDGER_START } from "../ledger/ledger.ts";
import type { BalanceMemberTable, BalanceTable } from "../tables.ts";
import { takeOverOwing } from "./owing.ts";

/** A balance while a transaction decides what is charged to it; shared by all clients of the transaction that draw on it. */
export interface OpenBalance extends BalanceTable {
	changed: boolean;
}

/** A client and the balance that it draws on, both locked. */
export interface Member extends BalanceMemberTable {
	readonly balance: OpenBalance;
}

/** Where transactions run concurrently, memberships are locked before balances, each in key order, so that two transactions cannot deadlock. */
export async function openBalances(
	tx: Tx,
	traits: EngineTraits,
	clientIds: readonly string[],
): Promise<ReadonlyMap<string, Member>> {
	const { test, value } = traits.listParameter;
	const asked = [value([...new Set(clientIds)])];
	if (traits.locksRows) {
		const lock = `select from balance_member where client_id ${test} order by client_id for update`;
		await tx.executeQuery(CompiledQuery.raw(lock, asked));
	}
	const text = `select client_id, daily_cap_units, monthly_cap_units, owes, balance.* from balance_member
		join balance on balance.balance_key = balance_member.balance_key where client_id ${test}
		${traits.locksRows ? "order by balance.balance_key for update of balance" : ""}`;
	const { rows } = await tx.executeQuery<Omit<BalanceMemberTable, "balance_key"> & BalanceTable>(
		CompiledQuery.raw(text, asked),
	);
	const balances = new Map<string, OpenBalance>();
	const members = new Map<string, Member>();
	for (const { client_id, daily_cap_units, monthly_cap_units, owes, ...row } of rows) {
		const balance = balances.get(row.balance_key) ?? { ...row, changed: false };
		balances.set(row.balance_key, balance);
		members.set(client_id, {
			client_id,
			balance_key: row.balance_key,
			daily_cap_units,
			monthly_cap_units,
			owes,
			balance,
		});
	}
	return members;
}

/** Makes a client draw on a balance of its own, unless it draws on one already. */
export async function openFirstBalance(tx: Tx, clientId: string): Promise<void> {
	await insertBalance(tx, clientId);
	const { numInsertedOrUpdatedRows } = await tx
		.insertInto("balance_member")
		.values({ client_id: clientId, balance_key: clientId })
		.onConflict((on) => on.column("client_id").doNothing())
		.executeTakeFirst();
	if (numInsertedOrUpdatedRows === 1n) await takeOverOwing(tx, clientId);
}

/** @param balanceKey the client that it begins with; without one, its own id. @returns its key. */
export async function insertBalance(tx: Tx, balanceKey?: string): Promise<string> {
	const balanceId = `bal_${randomBase32(20)}`;
	await tx
		.insertInto("balance")
		.values({
			balance_key: balanceKey ?? balanceId,
			balance_id: balanceId,
			units: 0,
			ledger_seq: 0,
			ledger_hash: LEDGER_START,
		})
		.onConflict((on) => on.column("balance_key").doNothing())
		.execute();
	return balanceKey ?? balanceId;
}

export const BALANCE_COLUMNS = ["balance_key", "balance_id", "units", "ledger_seq", "ledger_hash"] as const;
export const REPLACE_BALANCE = `on conflict (balance_key) do update set units = excluded.units, ledger_seq = excluded.ledger_seq,
	ledger_hash = excluded.ledger_hash`;

const replace = insertion("balance", BALANCE_COLUMNS, REPLACE_BALANCE);

/** Stores the balances that have changed. */
export async function saveBalances(
	tx: Tx,
	traits: EngineTraits,
	balances: Iterable<OpenBalance>,
): Promise<void> {
	await replace(
		tx,
		traits,
		[...new Set(balances)].filter((balance) => balance.changed),
	);
}
