import type { ExpressionBuilder } from "kysely";
import { findRow } from "../../platform/db/rows.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { isoTime, isoTimeOrNull } from "../../platform/time/clock.ts";
import type { FailureReason } from "../reasons.ts";
import type { WebhookAttemptTable, WebhookTable } from "../tables.ts";
import { failingQueues, QUEUE_NAMES, QUEUES } from "./queues.ts";

/** The webhook of a client; usable inside and outside a transaction. */
export function webhookRow(tx: Tx, clientId: string): Promise<WebhookTable | undefined> {
	return findRow(tx, "webhook", { client_id: clientId });
}

/** The latest attempts, newest first. */
export function lastAttempts(tx: Tx, clientId: string): Promise<WebhookAttemptTable[]> {
	return tx
		.selectFrom("webhook_attempt")
		.selectAll()
		.where("client_id", "=", clientId)
		.orderBy("number", "desc")
		.execute();
}

export function shownWebhook(row: WebhookTable) {
	return {
		url: row.url,
		active: row.active === 1,
		last_success_at: isoTimeOrNull(row.last_success_at),
		last_failure:
			row.last_failure_at === null
				? null
				: { at: isoTime(row.last_failure_at), reason: row.last_failure_reason as FailureReason },
	};
}

/** `failing`: the last attempt to deliver an event failed, and it will be retried. */
export type WebhookState = "active" | "failing" | "off";

export function webhookState(row: WebhookTable): WebhookState {
	if (row.active === 0) return "off";
	return failingQueues(row).length > 0 ? "failing" : "active";
}

/** Figures for the operator, over all webhooks. */
export interface WebhookTotals {
	readonly active: number;
	/** Active ones whose pending event has failed at least once. */
	readonly failing: number;
	readonly off: number;
	/** Events that have not been delivered yet. */
	readonly waiting: number;
	/** When the oldest change or alert among them that was never attempted was created; `null` if there is none. */
	readonly oldestUntriedMs: number | null;
	readonly lastSuccessMs: number | null;
}

function untriedSince(
	set: ExpressionBuilder<Tables, "webhook">,
	failures: "event_failures" | "alert_failures",
	at: "event_at" | "alert_event_at",
) {
	return set.fn.min<number | null>(set.case().when(failures, "=", 0).then(set.ref(at)).end());
}

export async function webhookTotals(tx: Tx): Promise<WebhookTotals> {
	const { fn } = tx;
	const groups = await tx
		.selectFrom("webhook")
		.select(["active"])
		.select((set) => [
			fn.countAll<number>().as("webhooks"),
			fn.count<number>("event_id").as("waiting"),
			fn.count<number>("alert_event_id").as("alerts_waiting"),
			fn.count<number>("notices").as("notices_waiting"),
			fn
				.count<number>(
					set
						.case()
						.when(set.or(QUEUE_NAMES.map((queue) => set(QUEUES[queue].failures, ">", 0))))
						.then(1)
						.end(),
				)
				.as("failing"),
			untriedSince(set, "event_failures", "event_at").as("oldest_untried"),
			untriedSince(set, "alert_failures", "alert_event_at").as("oldest_untried_alert"),
			fn.max<number | null>("last_success_at").as("last_success"),
		])
		.groupBy("active")
		.execute();
	const active = groups.find((group) => group.active === 1);
	const off = groups.find((group) => group.active === 0);
	const untried = [active?.oldest_untried ?? [], active?.oldest_untried_alert ?? []].flat();
	const successes = groups.flatMap(({ last_success }) => last_success ?? []);
	return {
		active: Number(active?.webhooks ?? 0),
		failing: Number(active?.failing ?? 0),
		off: Number(off?.webhooks ?? 0),
		waiting:
			Number(active?.waiting ?? 0) +
			Number(active?.alerts_waiting ?? 0) +
			Number(active?.notices_waiting ?? 0),
		oldestUntriedMs: untried.length > 0 ? Math.min(...untried) : null,
		lastSuccessMs: successes.length > 0 ? Math.max(...successes) : null,
	};
}
