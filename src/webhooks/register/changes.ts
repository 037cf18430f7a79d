import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { deleteRows, forUpdate, insertRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { FailureReason } from "../reasons.ts";
import type { WebhookTable } from "../tables.ts";
import { eventsOf, type WebhookEventName } from "./events.ts";
import { QUEUE_NAMES, QUEUES, triedAnew } from "./queues.ts";
import { formerSecretsAfter } from "./secrets.ts";

/** Changes to webhooks, made inside the caller's transaction, which may do more and holds the client's lock. */

export interface WebhookSetting {
	readonly clientId: string;
	readonly url: string;
	readonly sealedSecret: string;
	/** What it gets; undefined: what it got before. */
	readonly events?: readonly WebhookEventName[] | undefined;
	/** The newest position of the feed, and of the changes of alerts. */
	readonly head: number;
	readonly alertHead: number;
	readonly nowMs: number;
}

/** Columns of a webhook without a pending event. */
export const NO_EVENT = {
	event_id: null,
	event_body: null,
	event_at: null,
	event_position: null,
	event_failures: 0,
	first_attempt_at: null,
	retry_at: null,
} as const;

/** The same for the event about an alert. */
export const NO_ALERT = {
	alert_event_id: null,
	alert_event_body: null,
	alert_event_at: null,
	alert_event_position: null,
	alert_failures: null,
	alert_first_attempt_at: null,
	alert_retry_at: null,
} as const;

/** The same for low balances. */
export const NO_NOTICE = {
	notices: null,
	notice_failures: null,
	notice_first_attempt_at: null,
	notice_retry_at: null,
} as const;

/** Columns of a webhook with neither event nor test pending. */
const NOTHING_UNDER_WAY = {
	...NO_EVENT,
	...NO_ALERT,
	...NO_NOTICE,
	test_id: null,
	test_body: null,
} as const;

/**
 * Creates or replaces a client's webhook. An active one keeps its position and any pending event, so that changing URL or secret misses
 * nothing; a new one, or one that was switched off, starts at the head of the feed. @returns the events that it gets.
 */
export async function setWebhook(
	tx: Tx,
	setting: WebhookSetting,
	traits: EngineTraits,
): Promise<readonly WebhookEventName[]> {
	const { clientId, url, sealedSecret, head, nowMs } = setting;
	const before = await lockedWebhook(tx, clientId, traits);
	const choice = eventColumns(before, setting);
	const fresh = { url, secret: sealedSecret, set_at: nowMs, active: 1, switched_off_at: null };
	const cleared = { last_success_at: null, last_failure_at: null, last_failure_reason: null };
	if (!before) {
		const start = { position: head, test_requested_at: null, quiet_until: 0, attempts_made: 0 };
		const free = { lease_id: null, lease_until: 0, former_secrets: "[]" };
		await insertRow(tx, "webhook", {
			client_id: clientId,
			...fresh,
			...cleared,
			...NOTHING_UNDER_WAY,
			...start,
			...free,
			...choice,
		});
		return eventsOf(choice);
	}
	const tryAgain = QUEUE_NAMES.filter((queue) => before[QUEUES[queue].retryAt] !== null);
	const goesOn = {
		...Object.assign({}, ...tryAgain.map((queue) => triedAnew(queue, nowMs))),
		...choice,
	};
	const startsOver = { ...NOTHING_UNDER_WAY, ...choice, position: head };
	await tx
		.updateTable("webhook")
		.set({ ...fresh, ...cleared, former_secrets: formerSecretsAfter(before, nowMs) })
		.set(before.active === 1 ? goesOn : startsOver)
		.where("client_id", "=", clientId)
		.execute();
	return eventsOf(choice);
}

/** Which events it gets from now on. What it did not get before begins with what happens from now on; what it does not get any more is dropped. */
function eventColumns(
	before: WebhookTable | undefined,
	{ events, head, alertHead }: WebhookSetting,
): Partial<WebhookTable> & Pick<WebhookTable, "events" | "alert_position"> {
	const had = before?.active === 1 ? eventsOf(before) : [];
	const chosen = events ?? (before ? eventsOf(before) : undefined);
	const gets = eventsOf({ events: chosen ? JSON.stringify(chosen) : null });
	const drops = {
		...(gets.includes("products.changed") ? {} : NO_EVENT),
		...(gets.includes("balance.low") ? {} : NO_NOTICE),
		...(gets.includes("kosher.alert") ? {} : NO_ALERT),
	};
	const alertsFrom = had.includes("kosher.alert") ? (before?.alert_position ?? alertHead) : alertHead;
	return {
		...drops,
		...(before && gets.includes("products.changed") && !had.includes("products.changed")
			? { position: head }
			: {}),
		events: chosen ? JSON.stringify(chosen) : null,
		alert_position: gets.includes("kosher.alert") ? alertsFrom : null,
	};
}

/** Removes a webhook and its attempts. @returns false when there is none. */
export async function removeWebhook(tx: Tx, clientId: string): Promise<boolean> {
	await tx.deleteFrom("webhook_attempt").where("client_id", "=", clientId).execute();
	const numDeletedRows = await deleteRows(tx, "webhook", { client_id: clientId });
	return numDeletedRows === 1;
}

export interface TestRequest {
	readonly clientId: string;
	readonly testId: string;
	readonly body: string;
	readonly nowMs: number;
}

export type TestOutcome = "requested" | "not_set" | "too_soon";

/** Minimum interval between two requested tests. */
const TEST_EVERY_MS = 1000;

/** Queues a test, replacing one that has not been sent yet. */
export async function requestTest(tx: Tx, request: TestRequest, traits: EngineTraits): Promise<TestOutcome> {
	const row = await lockedWebhook(tx, request.clientId, traits);
	if (!row) return "not_set";
	const sinceMs = Math.abs(request.nowMs - (row.test_requested_at ?? 0));
	if (sinceMs < TEST_EVERY_MS) return "too_soon";
	await updateRows(
		tx,
		"webhook",
		{ client_id: request.clientId },
		{ test_id: request.testId, test_body: request.body, test_requested_at: request.nowMs },
	);
	return "requested";
}

/** Columns of a webhook that was switched off: nothing but tests is sent until it is set again. */
export function switchedOff(reason: FailureReason, nowMs: number) {
	return {
		...NOTHING_UNDER_WAY,
		active: 0,
		switched_off_at: nowMs,
		last_failure_at: nowMs,
		last_failure_reason: reason,
		lease_id: null,
		lease_until: 0,
	};
}

/** Switches every webhook off: the data is from an earlier moment, and the URLs may have changed hands since (SPEC E5). */
export async function switchAllOff(tx: Tx, nowMs: number): Promise<void> {
	await tx.updateTable("webhook").set(switchedOff("restored", nowMs)).where("active", "=", 1).execute();
}

export function lockedWebhook(
	tx: Tx,
	clientId: string,
	traits: EngineTraits,
): Promise<WebhookTable | undefined> {
	const row = tx.selectFrom("webhook").selectAll().where("client_id", "=", clientId);
	return forUpdate(row, traits).executeTakeFirst();
}
