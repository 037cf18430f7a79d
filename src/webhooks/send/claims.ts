import type { ExpressionBuilder, RawBuilder } from "kysely";
import { command } from "../../platform/db/command.ts";
import { databaseTimeMs, timeExpression } from "../../platform/db/database-time.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { updateRows } from "../../platform/db/rows.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { LEASE_MS, leaseHasEnded } from "../../platform/tasks/lease.ts";
import { HOUR_MS } from "../../platform/time/durations.ts";
import type { FailureReason } from "../reasons.ts";
import { NO_ALERT, switchedOff } from "../register/changes.ts";
import { triedAnew } from "../register/queues.ts";
import type { WebhookTable } from "../tables.ts";

/** Minimum interval between the starts of two attempts for one webhook. */
export const ATTEMPT_INTERVAL_MS = 1000;
/** A pause that would last longer was begun before the clock was set back, and is over. */
const LONGEST_PAUSE_MS = 10 * ATTEMPT_INTERVAL_MS;

/** An attempt that took longer makes its endpoint a slow one. */
const SLOW_MS = 2000;
/** An endpoint is slow for this long, or until so many attempts have followed that it is no longer among those kept. */
const SLOW_FOR_MS = HOUR_MS;

export interface Due {
	/** The newest position of the feed, and of the changes of alerts. */
	readonly head: number;
	readonly alertHead: number;
}

/** A webhook with work that nobody is doing. */
export interface DueWebhook {
	readonly clientId: string;
	/** Whose webhook it is: the client's owner, or the client itself if it has none. */
	readonly account: string;
	/** Whether its endpoint has taken long lately. */
	readonly isSlow: boolean;
}

/** Selects webhooks with a test, an event that is due, or changes that their clients may not know of, unless somebody is sending. */
function dueIds(tx: Tx, now: RawBuilder<number> | number, { head, alertHead }: Due) {
	const free = () =>
		tx
			.selectFrom("webhook")
			.select("webhook.client_id")
			.where(({ or, eb }) =>
				or([eb("quiet_until", "<=", now), eb(eb("quiet_until", "-", LONGEST_PAUSE_MS), ">", now)]),
			)
			.where(leaseHasEnded("lease_until", now));
	return free()
		.where("test_id", "is not", null)
		.union(
			free()
				.where("retry_at", "is not", null)
				.where(({ or, eb }) => or([eb("retry_at", "<=", now), eb("event_failures", "=", 0)])),
		)
		.union(
			free()
				.where("alert_retry_at", "is not", null)
				.where(({ or, eb }) => or([eb("alert_retry_at", "<=", now), eb("alert_failures", "=", 0)])),
		)
		.union(
			free()
				.where("notice_retry_at", "is not", null)
				.where(({ or, eb }) => or([eb("notice_retry_at", "<=", now), eb("notice_failures", "=", 0)])),
		)
		.union(
			free()
				.where("active", "=", 1)
				.where("alert_event_id", "is", null)
				.where("alert_position", "<", alertHead),
		)
		.union(
			free()
				.where("active", "=", 1)
				.where("event_id", "is", null)
				.where("position", "<", head)
				.where(getsChanges),
		);
}

function getsChanges({ or, eb }: ExpressionBuilder<Tables, "webhook">) {
	return or([eb("events", "is", null), eb("events", "like", "%products.changed%")]);
}

/** All due webhooks, those that have waited longest first. */
export async function dueWebhooks(tx: Tx, traits: EngineTraits, due: Due): Promise<DueWebhook[]> {
	const now = timeExpression(traits);
	const rows = await tx
		.selectFrom("webhook")
		.leftJoin("client", "client.client_id", "webhook.client_id")
		.select(["webhook.client_id", "client.owner_id"])
		.select(({ selectFrom }) =>
			selectFrom("webhook_attempt")
				.select(({ fn }) => fn.countAll<number>().as("attempts"))
				.whereRef("webhook_attempt.client_id", "=", "webhook.client_id")
				.where("duration_ms", ">", SLOW_MS)
				.where(({ eb }) => eb(eb("at", "+", SLOW_FOR_MS), ">", now))
				.as("slow_attempts"),
		)
		.where("webhook.client_id", "in", dueIds(tx, now, due))
		.orderBy("quiet_until")
		.execute();
	return rows.map(({ client_id, owner_id, slow_attempts }) => ({
		clientId: client_id,
		account: owner_id ?? client_id,
		isSlow: Number(slow_attempts) > 0,
	}));
}

interface Claiming extends Due {
	readonly leaseId: string;
	/** The webhooks to claim, where they are still due. */
	readonly clientIds: readonly string[];
}

/** Leases due webhooks. On a shared database each one goes to a single node. */
export const claimWebhooks = command<Claiming, { nowMs: number; rows: WebhookTable[] }>(
	"webhooks.claim",
	async (tx, { leaseId, clientIds, ...heads }, traits) => {
		const nowMs = await databaseTimeMs(tx, traits);
		const due = tx
			.selectFrom("webhook")
			.selectAll()
			.where("client_id", "in", clientIds)
			.where("client_id", "in", dueIds(tx, nowMs, heads))
			.where(leaseHasEnded("lease_until", nowMs))
			.orderBy("client_id");
		const rows = await (traits.locksRows ? due.forUpdate().skipLocked() : due).execute();
		if (rows.length > 0) {
			await tx
				.updateTable("webhook")
				.set({ lease_id: leaseId, lease_until: nowMs + LEASE_MS })
				.where(
					"client_id",
					"in",
					rows.map(({ client_id }) => client_id),
				)
				.execute();
		}
		return { nowMs, rows };
	},
);

/** A webhook whose lease is held. */
export interface Held {
	readonly clientId: string;
	readonly leaseId: string;
}

export interface OpenedEvent extends Held {
	readonly eventId: string;
	readonly body: string;
	/** The position up to which the client is informed once the event is delivered. */
	readonly position: number;
}

/** Stores new events before they are sent; none for a webhook whose lease was lost, or whose client wants no more of them. */
export const openEvents = command<{ events: readonly OpenedEvent[]; nowMs: number }, undefined>(
	"webhooks.open_events",
	async (tx, { events, nowMs }) => {
		for (const { clientId, leaseId, eventId, body, position } of inOrder(events)) {
			await tx
				.updateTable("webhook")
				.set({ event_id: eventId, event_body: body, event_at: nowMs, event_position: position })
				.set(triedAnew("event", nowMs))
				.where("client_id", "=", clientId)
				.where("lease_id", "=", leaseId)
				.where("active", "=", 1)
				.where("event_id", "is", null)
				.where(getsChanges)
				.execute();
		}
	},
);

/** Stores events about alerts before they are sent, in place of those about the same alert that wait; none for a webhook whose lease was lost. */
export const openAlertEvents = command<{ events: readonly OpenedEvent[]; nowMs: number }, undefined>(
	"webhooks.open_alert_events",
	async (tx, { events, nowMs }) => {
		for (const { clientId, leaseId, eventId, body, position } of inOrder(events))
			await tx
				.updateTable("webhook")
				.set({ alert_event_id: eventId, alert_event_body: body, alert_event_position: position })
				.set((is) => ({
					alert_event_at: is.fn.coalesce("alert_event_at", is.val(nowMs)),
					alert_failures: is.fn.coalesce("alert_failures", is.val(0)),
					alert_retry_at: is.fn.coalesce("alert_retry_at", is.val(nowMs)),
				}))
				.where("client_id", "=", clientId)
				.where("lease_id", "=", leaseId)
				.where("active", "=", 1)
				.where("alert_position", "is not", null)
				.execute();
	},
);

/**
 * Records up to which change of an alert there is nothing for the clients, and releases the leases. An event that waits is about an alert that they may no
 * longer see.
 */
export const passAlerts = command<{ passed: readonly (Held & { position: number })[] }, undefined>(
	"webhooks.pass_alerts",
	async (tx, { passed }) => {
		for (const { clientId, leaseId, position } of inOrder(passed)) {
			await updateRows(
				tx,
				"webhook",
				{ client_id: clientId, lease_id: leaseId },
				{ ...NO_ALERT, alert_position: position, lease_id: null, lease_until: 0 },
			);
		}
		return undefined;
	},
);

/** Records up to which position there is nothing for the clients, and releases the leases of those for whom nothing else waits. */
export const passUnseen = command<
	{ passed: readonly (Held & { position: number; isIdle: boolean })[]; nowMs: number },
	undefined
>("webhooks.pass_unseen", async (tx, { passed, nowMs }) => {
	const released = { quiet_until: nowMs + ATTEMPT_INTERVAL_MS, lease_id: null, lease_until: 0 };
	for (const { clientId, leaseId, position, isIdle } of inOrder(passed)) {
		await updateRows(
			tx,
			"webhook",
			{ client_id: clientId, lease_id: leaseId },
			{ position, ...(isIdle ? released : {}) },
		);
	}
	return undefined;
});

/** Switches a webhook off for a reason unrelated to its endpoint. */
export const switchOff = command<Held & { reason: FailureReason; nowMs: number }, undefined>(
	"webhooks.switch_off",
	async (tx, { clientId, leaseId, reason, nowMs }) => {
		await updateRows(tx, "webhook", { client_id: clientId, lease_id: leaseId }, switchedOff(reason, nowMs));
	},
);

/** Several rows are always locked in the same order. */
function inOrder<T extends Held>(held: readonly T[]): T[] {
	return [...held].sort((a, b) => (a.clientId < b.clientId ? -1 : 1));
}
