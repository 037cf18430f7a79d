import { claimAlert, waitingAlerts } from "../../billing/balances/alerts.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { findRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { lockedWebhook } from "../register/changes.ts";
import { eventsOf } from "../register/events.ts";
import type { WebhookTable } from "../tables.ts";
import { balanceLow, type WebhookEvent } from "./event.ts";

/** Low balances that are reported to clients by webhook: each waits here until no other event is pending (SPEC E5). */

const AT_ONCE = 50;
/** A fall that nobody sent for this long, because webhooks were off, is stale. */
const STALE_MS = DAY_MS;

/** Takes a fall and passes it to the client's webhook, if that is active and was set no later than the fall. Drops stale ones. */
export const notifyLowBalance = command<{ fallId: string; nowMs: number }, undefined>(
	"webhooks.tell_low_balance",
	async (tx, { fallId, nowMs }, traits) => {
		const fall = await claimAlert(tx, "webhook_waits", fallId);
		if (!fall || nowMs - fall.at > STALE_MS) return undefined;
		const row = await lockedWebhook(tx, fall.client_id, traits);
		if (row?.active !== 1 || row.set_at > fall.at || !eventsOf(row).includes("balance.low")) return undefined;
		await saveNotices(tx, row.client_id, [...noticesOf(row), balanceLow(fall)]);
	},
);

/** Passes falls to webhooks. Every process does this; each fall is handled by one of them. */
export async function notifyLowBalances(db: Database, clock: Pick<Clock, "now">): Promise<void> {
	for (const { alert_id } of await waitingAlerts(db.read, "webhook_waits", AT_ONCE)) {
		await db.write(notifyLowBalance, { fallId: alert_id, nowMs: clock.now() });
	}
}

/** Notices waiting to become events, oldest first. */
export function noticesOf({ notices }: Pick<WebhookTable, "notices">): readonly WebhookEvent[] {
	return notices === null ? [] : JSON.parse(notices);
}

/** Removes a notice that has become an event, in the same transaction. */
export async function dropNotice(tx: Tx, clientId: string, eventId: string): Promise<void> {
	const row = await findRow(tx, "webhook", { client_id: clientId }, ["notices"]);
	if (!row || row.notices === null) return;
	await saveNotices(
		tx,
		clientId,
		noticesOf(row).filter(({ id }) => id !== eventId),
	);
}

async function saveNotices(tx: Tx, clientId: string, notices: readonly WebhookEvent[]): Promise<void> {
	await updateRows(
		tx,
		"webhook",
		{ client_id: clientId },
		{ notices: notices.length > 0 ? JSON.stringify(notices) : null },
	);
}
