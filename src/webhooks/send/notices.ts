import { claimAlert, waitingAlerts } from "../../billing/balances/alerts.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { updateRows } from "../../platform/db/rows.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { lockedWebhook, NO_NOTICE } from "../register/changes.ts";
import { eventsOf } from "../register/events.ts";
import { triedAnew } from "../register/queues.ts";
import type { WebhookTable } from "../tables.ts";
import { balanceLow, type WebhookEvent } from "./event.ts";

/** Low balances that are reported to clients by webhook: the first of each is sent, the others wait (SPEC E5). */

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
		const waiting = noticesOf(row);
		const notices = [...waiting, balanceLow(fall)];
		const columns =
			waiting.length === 0 ? noticeColumns(notices, nowMs) : { notices: JSON.stringify(notices) };
		await updateRows(tx, "webhook", { client_id: row.client_id }, columns);
	},
);

/** Passes falls to webhooks. Every process does this; each fall is handled by one of them. */
export async function notifyLowBalances(db: Database, clock: Pick<Clock, "now">): Promise<void> {
	for (const { alert_id } of await waitingAlerts(db.read, "webhook_waits", AT_ONCE)) {
		await db.write(notifyLowBalance, { fallId: alert_id, nowMs: clock.now() });
	}
}

/** The low balances that a client is to be told of, oldest first. */
export function noticesOf({ notices }: Pick<WebhookTable, "notices">): readonly WebhookEvent[] {
	return notices === null ? [] : JSON.parse(notices);
}

/** The columns of a webhook that has these notices to send, of which the first was not tried yet. */
export function noticeColumns(notices: readonly WebhookEvent[], nowMs: number): Partial<WebhookTable> {
	return notices.length > 0 ? { notices: JSON.stringify(notices), ...triedAnew("notice", nowMs) } : NO_NOTICE;
}
