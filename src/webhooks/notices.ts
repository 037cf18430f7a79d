import { takeCrossing, waitingCrossings } from "../billing/low-balance.ts";
import type { Clock } from "../platform/clock.ts";
import { command } from "../platform/db/command.ts";
import type { Database } from "../platform/db/database.ts";
import type { Tx } from "../platform/db/tx.ts";
import { DAY_MS } from "../platform/http/fixed-window.ts";
import { lockedWebhook } from "./changes.ts";
import { balanceLow, type WebhookEvent } from "./event.ts";
import type { WebhookTable } from "./tables.ts";

/** Low balances that clients are told of by their webhook: each waits here until no other event is under way (SPEC E5). */

const AT_ONCE = 50;
/** What nobody sent for so long, because webhooks were off, is no news any more. */
const STALE_MS = DAY_MS;

/** Takes a crossing and gives it to the client's webhook, if there was one by then that is active. */
export const tellLowBalance = command<{ crossingId: string; nowMs: number }, undefined>(
	"webhooks.tell_low_balance",
	async (tx, { crossingId, nowMs }, traits) => {
		const crossing = await takeCrossing(tx, "webhook_waits", crossingId);
		if (!crossing || nowMs - crossing.at > STALE_MS) return undefined;
		const row = await lockedWebhook(tx, crossing.client_id, traits);
		if (row?.active !== 1 || row.set_at > crossing.at) return undefined;
		await saveNotices(tx, row.client_id, [...noticesOf(row), balanceLow(crossing)]);
		return undefined;
	},
);

/** Hands crossings to webhooks. Every process does it; of several each crossing goes to one. */
export async function tellLowBalances(db: Database, clock: Pick<Clock, "now">): Promise<void> {
	for (const { crossing_id } of await waitingCrossings(db.read, "webhook_waits", AT_ONCE)) {
		await db.write(tellLowBalance, { crossingId: crossing_id, nowMs: clock.now() });
	}
}

/** What waits to become an event, oldest first. */
export function noticesOf({ notices }: Pick<WebhookTable, "notices">): readonly WebhookEvent[] {
	return notices === null ? [] : JSON.parse(notices);
}

/** Takes a notice out that became an event, in the transaction that made it one. */
export async function dropNotice(tx: Tx, clientId: string, eventId: string): Promise<void> {
	const row = await tx
		.selectFrom("webhook")
		.select("notices")
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	if (!row || row.notices === null) return;
	await saveNotices(
		tx,
		clientId,
		noticesOf(row).filter(({ id }) => id !== eventId),
	);
}

async function saveNotices(tx: Tx, clientId: string, notices: readonly WebhookEvent[]): Promise<void> {
	await tx
		.updateTable("webhook")
		.set({ notices: notices.length > 0 ? JSON.stringify(notices) : null })
		.where("client_id", "=", clientId)
		.execute();
}
