import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { forUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { ulid } from "../../platform/ids.ts";
import type { RegularWork } from "../../platform/retention.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { LowBalanceFallTable } from "../tables.ts";

/**
 * Detects balances that fall below the mark of their client, and notifies about each only once. A charge only lowers a balance and does not look at
 * the mark: falls are found a moment later, and before anything raises a balance or moves a mark. Whoever decides holds the lock on the balance.
 */

/** How long a fall is remembered. */
const REMEMBERED_MS = 30 * DAY_MS;

/** Clients whose balance is below the mark without that having been recorded. */
async function findLowBalances(db: Database, limit: number): Promise<string[]> {
	const rows = await db.scan
		.selectFrom("client")
		.leftJoin("balance", "balance.client_id", "client.client_id")
		.select("client.client_id")
		.where("low_balance_units", "is not", null)
		.where("revoked_at", "is", null)
		.where((row) => row(row.fn.coalesce("balance.units", row.lit(0)), "<", row.ref("low_balance_units")))
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

/** Finds and records low balances every few seconds. Every process looks; the database decides which one records. */
export function balanceWork(db: Database, clock: Pick<Clock, "now">): RegularWork[] {
	return [{ everyMs: LOOK_EVERY_MS, step: () => noteLowBalances(db, clock) }];
}

/** @returns whether there may be more. */
export async function noteLowBalances(db: Database, clock: Pick<Clock, "now">): Promise<boolean> {
	const clientIds = await findLowBalances(db, RECORDED_AT_ONCE);
	for (const clientId of clientIds) await db.write(noteLowBalance, { clientId, nowMs: clock.now() });
	return clientIds.length === RECORDED_AT_ONCE;
}

/** Records that a balance fell below its mark, if it did and that is not recorded yet. @returns whether it was recorded now. */
export const noteLowBalance = command<{ clientId: string; nowMs: number }, boolean>(
	"billing.note_low_balance",
	async (tx, { clientId, nowMs }, traits) =>
		recordFall(tx, clientId, await lockedUnits(tx, clientId, traits), nowMs),
);

/** The same inside a transaction that holds the lock on the balance. */
export async function recordFall(
	tx: Tx,
	clientId: string,
	balanceUnits: number,
	nowMs: number,
): Promise<boolean> {
	const markUnits = await markOf(tx, clientId);
	if (markUnits === null || balanceUnits >= markUnits) return false;
	if (!(await setLow(tx, clientId, nowMs))) return false;
	await tx
		.insertInto("low_balance_crossing")
		.values({
			crossing_id: `low_${ulid(nowMs)}`,
			client_id: clientId,
			at: nowMs,
			balance_units: balanceUnits,
			mark_units: markUnits,
			mail_waits: 1,
			webhook_waits: 1,
			expires_at: nowMs + REMEMBERED_MS,
		})
		.execute();
	return true;
}

/** Forgets that a balance was low once it has been raised to its mark or above, so that it can fall below it again. Requires the lock on the balance. */
export async function clearIfRaised(tx: Tx, clientId: string, balanceUnits: number): Promise<void> {
	const markUnits = await markOf(tx, clientId);
	if (markUnits !== null && balanceUnits < markUnits) return;
	await tx.deleteFrom("low_balance").where("client_id", "=", clientId).execute();
}

/**
 * Moves the mark of a client by calling `move`. A fall below the old mark is recorded first; a balance that is already below the new mark did not
 * fall below it, so nobody is notified.
 */
export async function moveMark(
	tx: Tx,
	{ clientId, nowMs }: { readonly clientId: string; readonly nowMs: number },
	traits: EngineTraits,
	move: () => Promise<void>,
): Promise<void> {
	const balanceUnits = await lockedUnits(tx, clientId, traits);
	await recordFall(tx, clientId, balanceUnits, nowMs);
	await move();
	const markUnits = await markOf(tx, clientId);
	if (markUnits !== null && balanceUnits < markUnits) await setLow(tx, clientId, nowMs);
	else await clearIfRaised(tx, clientId, balanceUnits);
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
	const client = await tx
		.selectFrom("client")
		.select(["low_balance_units", "revoked_at"])
		.where("client_id", "=", clientId)
		.executeTakeFirst();
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

async function lockedUnits(tx: Tx, clientId: string, traits: EngineTraits): Promise<number> {
	const balance = tx.selectFrom("balance").select("units").where("client_id", "=", clientId);
	return (await forUpdate(balance, traits).executeTakeFirst())?.units ?? 0;
}
