import { command } from "../../platform/db/command.ts";
import { databaseTimeMs } from "../../platform/db/database-time.ts";
import { insertRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { FailureReason } from "../reasons.ts";
import { lockedWebhook, NO_ALERT, NO_EVENT, switchedOff } from "../register/changes.ts";
import { QUEUES, type QueueName } from "../register/queues.ts";
import { ATTEMPT_DAYS, ATTEMPTS_KEPT } from "../retention.ts";
import type { WebhookTable } from "../tables.ts";
import { ATTEMPT_INTERVAL_MS, type Held } from "./claims.ts";
import { noticeColumns, noticesOf } from "./notices.ts";
import { GIVE_UP_MS, nextAttemptAtMs, RARELY_MS } from "./retry-schedule.ts";

export interface Attempt extends Held {
	/** The event or the test that was sent. */
	readonly id: string;
	/** Which of the queues it is from. */
	readonly kind: "test" | QueueName;
	readonly status: number | null;
	/** `null` when it was delivered. */
	readonly reason: FailureReason | null;
	readonly tookMs: number;
}

/** `lost`: the lease has run out or the webhook has been replaced, so nothing was recorded. */
export type AttemptOutcome = "delivered" | "failed" | "switched_off" | "lost";

/** Records how an attempt ended, and its consequences; releases the lease. */
export const recordAttempt = command<Attempt, AttemptOutcome>(
	"webhooks.record_attempt",
	async (tx, attempt, traits) => {
		const row = await lockedWebhook(tx, attempt.clientId, traits);
		if (row?.lease_id !== attempt.leaseId) return "lost";
		const nowMs = await databaseTimeMs(tx, traits);
		const startedMs = nowMs - attempt.tookMs;
		await keepAttempt(tx, row, attempt, startedMs);
		const { kind } = attempt;
		const sequel =
			kind === "test" || !isWaiting(row, { id: attempt.id, kind })
				? {}
				: sequelOf(row, { ...attempt, kind }, { startedMs, nowMs });
		const { reason } = attempt;
		await updateRows(
			tx,
			"webhook",
			{ client_id: attempt.clientId },
			{
				lease_id: null,
				lease_until: 0,
				quiet_until: startedMs + ATTEMPT_INTERVAL_MS,
				attempts_made: row.attempts_made + 1,
				...(reason === null
					? { last_success_at: nowMs }
					: { last_failure_at: nowMs, last_failure_reason: reason }),
				// Another test may have been requested while this one was being sent.
				...(kind === "test" && row.test_id === attempt.id ? { test_id: null, test_body: null } : {}),
				...sequel,
			},
		);
		if (reason === null) return "delivered";
		return "active" in sequel ? "switched_off" : "failed";
	},
);

/** Whether the event still waits: the client may have chosen other events while it was being sent. */
function isWaiting(
	row: WebhookTable,
	{ id, kind }: { readonly id: string; readonly kind: QueueName },
): boolean {
	if (kind === "notice") return noticesOf(row).some((notice) => notice.id === id);
	return id === (kind === "alert" ? row.alert_event_id : row.event_id);
}

/** What becomes of the event: delivered, retried, or given up along with the webhook. */
function sequelOf(
	row: WebhookTable,
	{ id, reason, kind }: Attempt & { readonly kind: QueueName },
	{ startedMs, nowMs }: { readonly startedMs: number; readonly nowMs: number },
) {
	if (reason === null) {
		if (kind === "alert") return { ...NO_ALERT, alert_position: row.alert_event_position };
		if (kind === "event") return { ...NO_EVENT, position: row.event_position ?? row.position };
		const left = noticesOf(row).filter((notice) => notice.id !== id);
		return noticeColumns(left, nowMs);
	}
	const columns = QUEUES[kind];
	const failures = (row[columns.failures] ?? 0) + 1;
	const firstMs = row[columns.firstAttemptAt] ?? startedMs;
	// Something else was delivered within the last three days: the endpoint is there, and this one is tried on.
	const hasSuccess = (row.last_success_at ?? 0) > nowMs - GIVE_UP_MS;
	const retryMs = nextAttemptAtMs(failures, firstMs, nowMs) ?? (hasSuccess ? nowMs + RARELY_MS : undefined);
	if (retryMs === undefined) return switchedOff(reason, nowMs);
	return { [columns.failures]: failures, [columns.firstAttemptAt]: firstMs, [columns.retryAt]: retryMs };
}

/** Records an attempt and drops all but the latest ones. */
async function keepAttempt(tx: Tx, row: WebhookTable, attempt: Attempt, startedMs: number): Promise<void> {
	const number = row.attempts_made + 1;
	const { clientId, id, kind, status, reason, tookMs } = attempt;
	await insertRow(tx, "webhook_attempt", {
		client_id: clientId,
		number,
		event_id: id,
		is_test: kind === "test" ? 1 : 0,
		at: startedMs,
		duration_ms: tookMs,
		status,
		reason,
		expires_at: startedMs + ATTEMPT_DAYS * DAY_MS,
	});
	await tx
		.deleteFrom("webhook_attempt")
		.where("client_id", "=", clientId)
		.where("number", "<=", number - ATTEMPTS_KEPT)
		.execute();
}
