import type { Database } from "../../platform/db/database.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { RegularWork } from "../../platform/retention.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { SpendingAlertTable } from "../tables.ts";
import { noteCapAlerts } from "./cap-alerts.ts";
import { noteLowBalances } from "./low-balance.ts";

const LOOK_EVERY_MS = 5000;

/** Finds and records low balances, and shares of caps, every few seconds. Every process looks; the database decides which one records. */
export function alertWork(db: Database, clock: Pick<Clock, "now">): RegularWork {
	return {
		everyMs: LOOK_EVERY_MS,
		async step() {
			const found = await Promise.all([noteLowBalances(db, clock), noteCapAlerts(db, clock)]);
			return found.includes(true);
		},
	};
}

/** The notification channels, each independent of the other. */
export type NoticeChannel = "mail_waits" | "webhook_waits";

/** Alerts that have yet to be notified through a channel, oldest first. */
export function waitingAlerts(tx: Tx, by: NoticeChannel, limit: number): Promise<SpendingAlertTable[]> {
	return tx
		.selectFrom("spending_alert")
		.selectAll()
		.where((row) => row(by, "=", row.lit(1)))
		.orderBy("at")
		.orderBy("alert_id")
		.limit(limit)
		.execute();
}

/** The falls of the same balance below the marks of the same owner's clients that have yet to be notified through a channel, oldest first. */
export async function fallsTogether(tx: Tx, by: NoticeChannel, clientId: string): Promise<string[]> {
	const rows = await tx
		.selectFrom("spending_alert as fall")
		.innerJoin("balance_member as member", "member.client_id", "fall.client_id")
		.innerJoin("client", "client.client_id", "fall.client_id")
		.innerJoin("balance_member as drawing", "drawing.balance_key", "member.balance_key")
		.innerJoin("client as fallen", "fallen.client_id", "drawing.client_id")
		.select("alert_id")
		.where("fallen.client_id", "=", clientId)
		.where("fall.kind", "=", "low_balance")
		.whereRef("fallen.owner_id", "=", "client.owner_id")
		.where(`fall.${by}`, "=", 1)
		.orderBy("alert_id")
		.execute();
	return rows.map(({ alert_id }) => alert_id);
}

/** Claims an alert for notification: only one of several callers gets it. */
export function claimAlert(
	tx: Tx,
	by: NoticeChannel,
	alertId: string,
): Promise<SpendingAlertTable | undefined> {
	return tx
		.updateTable("spending_alert")
		.set({ [by]: 0 })
		.where("alert_id", "=", alertId)
		.where(by, "=", 1)
		.returningAll()
		.executeTakeFirst();
}
