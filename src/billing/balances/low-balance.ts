import { sql } from "kysely";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { ulid } from "../../platform/ids.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { drawingOn } from "./clients-of-balance.ts";
import { type OpenBalance, openBalances } from "./open-balances.ts";

/**
 * Detects balances that fall below the mark of a client that draws on them, and notifies about each only once. A charge only lowers a balance and does
 * not look at marks: falls are found a moment later, and before anything raises a balance or moves a mark. Whoever decides holds the lock on the balance.
 */

/** How long a fall is remembered once the balance was raised again. */
const REMEMBERED_MS = 30 * DAY_MS;

/** The alert of a balance that is low. Must match the condition of the partial index. */
const IS_LOW = sql<boolean>`kind = 'low_balance' and expires_at is null`;

/** Clients whose balance is below the mark without that having been recorded. */
async function findLowBalances(db: Database, limit: number): Promise<string[]> {
	const rows = await db.scan
		.selectFrom("client")
		.innerJoin("balance_member", "balance_member.client_id", "client.client_id")
		.innerJoin("balance", "balance.balance_key", "balance_member.balance_key")
		.select("client.client_id")
		.where("low_balance_units", "is not", null)
		.where("revoked_at", "is", null)
		.whereRef("balance.units", "<", "low_balance_units")
		.where((row) =>
			row.not(
				row.exists(
					row
						.selectFrom("spending_alert as alert")
						.select("alert.client_id")
						.whereRef("alert.client_id", "=", "client.client_id")
						.where(IS_LOW),
				),
			),
		)
		.limit(limit)
		.execute();
	return rows.map(({ client_id }) => client_id);
}

const RECORDED_AT_ONCE = 200;

/** @returns whether there may be more. */
export async function noteLowBalances(db: Database, clock: Pick<Clock, "now">): Promise<boolean> {
	const clientIds = await findLowBalances(db, RECORDED_AT_ONCE);
	for (const clientId of clientIds) await db.write(noteLowBalance, { clientId, nowMs: clock.now() });
	return clientIds.length === RECORDED_AT_ONCE;
}

/** Records that a balance fell below the mark of a client, and of others that draw on it. @returns whether it was recorded of this client now. */
export const noteLowBalance = command<{ clientId: string; nowMs: number }, boolean>(
	"billing.note_low_balance",
	async (tx, { clientId, nowMs }, traits) => {
		const member = (await openBalances(tx, traits, [clientId])).get(clientId);
		return member !== undefined && (await recordFalls(tx, member.balance, nowMs)).includes(clientId);
	},
);

/** The same for all clients that draw on a balance, inside a transaction that holds the lock on it. @returns the clients it was recorded of now. */
export async function recordFalls(tx: Tx, balance: OpenBalance, nowMs: number): Promise<string[]> {
	const recorded: string[] = [];
	for (const { client_id, mark } of await marksAt(tx, balance)) {
		if (balance.units < mark && (await recordFall(tx, client_id, balance.units, nowMs)))
			recorded.push(client_id);
	}
	return recorded;
}

async function recordFall(tx: Tx, clientId: string, balanceUnits: number, nowMs: number): Promise<boolean> {
	const markUnits = await markOf(tx, clientId);
	if (markUnits === null || balanceUnits >= markUnits) return false;
	return setLow(tx, { clientId, markUnits, balanceUnits, nowMs, isNotified: true });
}

/** Forgets that a balance was low once it has been raised to a mark or above, so that it can fall below it again. Requires the lock on the balance. */
export async function clearRaised(tx: Tx, balance: OpenBalance, nowMs: number): Promise<void> {
	for (const { client_id, mark } of await marksAt(tx, balance)) {
		if (balance.units >= mark) await setNotLow(tx, client_id, nowMs);
	}
}

/** The marks of all clients that draw on a balance and have one. */
async function marksAt(tx: Tx, { balance_key }: OpenBalance) {
	const rows = await drawingOn(tx, balance_key)
		.select(["client.client_id", "low_balance_units"])
		.where("low_balance_units", "is not", null)
		.execute();
	return rows.map(({ client_id, low_balance_units }) => ({ client_id, mark: low_balance_units ?? 0 }));
}

/**
 * Moves the mark of a client, or moves it to another balance, by calling `move`. A fall below the mark before is recorded first; a balance that is
 * below the mark afterwards did not fall below it, so nobody is notified.
 */
export async function moveMark(
	tx: Tx,
	{ clientId, nowMs }: { readonly clientId: string; readonly nowMs: number },
	{ from, to = from }: { readonly from: OpenBalance; readonly to?: OpenBalance },
	move: () => Promise<void>,
): Promise<void> {
	await recordFall(tx, clientId, from.units, nowMs);
	await move();
	const markUnits = await markOf(tx, clientId);
	if (markUnits !== null && to.units < markUnits)
		await setLow(tx, { clientId, markUnits, balanceUnits: to.units, nowMs, isNotified: false });
	else await setNotLow(tx, clientId, nowMs);
}

async function markOf(tx: Tx, clientId: string): Promise<number | null> {
	const client = await findRow(tx, "client", { client_id: clientId }, ["low_balance_units", "revoked_at"]);
	return client && client.revoked_at === null ? client.low_balance_units : null;
}

interface Fall {
	readonly clientId: string;
	readonly markUnits: number;
	readonly balanceUnits: number;
	readonly nowMs: number;
	readonly isNotified: boolean;
}

/** @returns false if it was already recorded. */
async function setLow(tx: Tx, fall: Fall): Promise<boolean> {
	const waits = fall.isNotified ? 1 : 0;
	const { numInsertedOrUpdatedRows } = await tx
		.insertInto("spending_alert")
		.values({
			alert_id: `low_${ulid(fall.nowMs)}`,
			client_id: fall.clientId,
			kind: "low_balance",
			start: null,
			limit_units: fall.markUnits,
			percent: null,
			at: fall.nowMs,
			units: fall.balanceUnits,
			mail_waits: waits,
			webhook_waits: waits,
			expires_at: null,
		})
		.onConflict((on) => on.doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

async function setNotLow(tx: Tx, clientId: string, nowMs: number): Promise<void> {
	await tx
		.updateTable("spending_alert")
		.set({ expires_at: nowMs + REMEMBERED_MS })
		.where("client_id", "=", clientId)
		.where(IS_LOW)
		.execute();
}
