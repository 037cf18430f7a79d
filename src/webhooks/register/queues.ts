import type { WebhookTable } from "../tables.ts";

/** The queues of a webhook, one a type of event: what waits in one holds up no other (SPEC E12). By the columns that say how sending its first event goes. */
export const QUEUES = {
	event: {
		event: "products.changed",
		failures: "event_failures",
		firstAttemptAt: "first_attempt_at",
		retryAt: "retry_at",
	},
	alert: {
		event: "kosher.alert",
		failures: "alert_failures",
		firstAttemptAt: "alert_first_attempt_at",
		retryAt: "alert_retry_at",
	},
	notice: {
		event: "balance.low",
		failures: "notice_failures",
		firstAttemptAt: "notice_first_attempt_at",
		retryAt: "notice_retry_at",
	},
} as const;

export type QueueName = keyof typeof QUEUES;

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** Whether the event of a queue is to be sent now. A first attempt is due at once: a clock that was ahead when it was stored does not count. */
export function isAttemptDue(row: WebhookTable, queue: QueueName, nowMs: number): boolean {
	const { failures, retryAt } = QUEUES[queue];
	const retryAtMs = row[retryAt];
	return retryAtMs !== null && (retryAtMs <= nowMs || row[failures] === 0);
}

/** The queues whose event could not be delivered so far. */
export function failingQueues(row: WebhookTable): QueueName[] {
	return QUEUE_NAMES.filter((queue) => (row[QUEUES[queue].failures] ?? 0) > 0);
}

/** The columns of a queue whose event has not been tried yet, or is to be tried as if it had not. */
export function triedAnew(queue: QueueName, nowMs: number): Partial<WebhookTable> {
	const { failures, firstAttemptAt, retryAt } = QUEUES[queue];
	return { [failures]: 0, [firstAttemptAt]: null, [retryAt]: nowMs };
}
