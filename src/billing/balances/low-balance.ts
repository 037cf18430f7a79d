import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { findRow, insertRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { ulid } from "../../platform/ids.ts";
import type { RegularWork } from "../../platform/retention.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { LowBalanceFallTable } from "../tables.ts";
import { noteCapAlerts } from "./cap-alerts.ts";
import { drawingOn } from "./clients-of-balance.ts";
import { type OpenBalance, openBalances } from "./open-balances.ts";

/**
 * Detects balances that fall below the mark of a client that draws on them, and notifies about each only once. A charge only lowers a balance and does
 * not look at marks: falls are found a moment later, and before anything raises a balance or moves a mark. Whoever decides holds the lock on the balance.
 */

/** How long a fall is remembered. */
const REMEMBERED_MS = 30 * DAY_MS;

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
						.selectFrom("low_balance")
						.select("low_balance.client_id")
						.whereRef("low_balance.client_id", "=", "client.client_id"),
				),
			),
		)
		.limit(limit)
		.execute();
	return rows.map(({ client_id }) => client_id);
}

const LOOK_EVERY_MS = 5000;
const RECORDED_AT_ONCE = 200;

/** Finds and records low balances, and shares of caps, every few seconds. Every process looks; the database decides which one records. */
export function balanceWork(db: Database, clock: Pick<Clock, "now">): RegularWork[] {
	return [
		{ everyMs: LOOK_EVERY_MS, step: () => noteLowBalances(db, clock) },
		{ everyMs: LOOK_EVERY_MS, step: () => noteCapAlerts(db, clock) },
	];
}

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
	if (!(await setLow(tx, clientId, nowMs))) return false;
	await insertRow(tx, "low_balance_crossing", {
		crossing_id: `low_${ulid(nowMs)}`,
		client_id: clientId,
		at: nowMs,
		balance_units: balanceUnits,
		mark_units: markUnits,
		mail_waits: 1,
		webhook_waits: 1,
		expires_at: nowMs + REMEMBERED_MS,
	});
	return true;
}

/** Forgets that a balance was low once it has been raised to a mark or above, so that it can fall below it again. Requires the lock on the balance. */
export async function clearRaised(tx: Tx, balance: OpenBalance): Promise<void> {
	for (const { client_id, mark } of await marksAt(tx, balance)) {
		if (balance.units >= mark) await setNotLow(tx, client_id);
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
	if (markUnits !== null && to.units < markUnits) await setLow(tx, clientId, nowMs);
	else await setNotLow(tx, clientId);
}

/** The notification channels, each independent of the other. */
export type NoticeChannel = "mail_waits" | "webhook_waits";

/** Falls that have yet to be notified through a channel, oldest first. */
export function waitingFalls(tx: Tx, by: NoticeChannel, limit: number): Promise<LowBalanceFallTable[]> {
	return tx
		.selectFrom("low_balance_crossing")
		.selectAll()
		.where((row) => row(by, "=", row.lit(1)))
		.orderBy("crossing_id")
		.limit(limit)
		.execute();
}

/** The falls of the same balance below the marks of the same owner's clients that have yet to be notified through a channel, oldest first. */
export async function fallsTogether(tx: Tx, by: NoticeChannel, clientId: string): Promise<string[]> {
	const rows = await tx
		.selectFrom("low_balance_crossing as fall")
		.innerJoin("balance_member as member", "member.client_id", "fall.client_id")
		.innerJoin("client", "client.client_id", "fall.client_id")
		.innerJoin("balance_member as drawing", "drawing.balance_key", "member.balance_key")
		.innerJoin("client as fallen", "fallen.client_id", "drawing.client_id")
		.select("crossing_id")
		.where("fallen.client_id", "=", clientId)
		.whereRef("fallen.owner_id", "=", "client.owner_id")
		.where(`fall.${by}`, "=", 1)
		.orderBy("crossing_id")
		.execute();
	return rows.map(({ crossing_id }) => crossing_id);
}

/** Claims a fall for notification: only one of several callers gets it. */
export function claimFall(
	tx: Tx,
	by: NoticeChannel,
	fallId: string,
): Promise<LowBalanceFallTable | undefined> {
	return tx
		.updateTable("low_balance_crossing")
		.set({ [by]: 0 })
		.where("crossing_id", "=", fallId)
		.where(by, "=", 1)
		.returningAll()
		.executeTakeFirst();
}

async function markOf(tx: Tx, clientId: string): Promise<number | null> {
	const client = await findRow(tx, "client", { client_id: clientId }, ["low_balance_units", "revoked_at"]);
	return client && client.revoked_at === null ? client.low_balance_units : null;
}

/** @returns false if it was already recorded. */
async function setLow(tx: Tx, clientId: string, nowMs: number): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await tx
		.insertInto("low_balance")
		.values({ client_id: clientId, since: nowMs })
		.onConflict((on) => on.column("client_id").doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

async function setNotLow(tx: Tx, clientId: string): Promise<void> {
	await tx.deleteFrom("low_balance").where("client_id", "=", clientId).execute();
}
