import type { ChangedAlert } from "../../alerts/read.ts";
import { creditsForJson } from "../../api/credits.ts";
import type { SpendingAlertTable } from "../../billing/tables.ts";
import { ulid } from "../../platform/ids.ts";
import { isoTime } from "../../platform/time/clock.ts";

/** A message for a client: the same id and body however often it is sent. */
export interface WebhookEvent {
	readonly id: string;
	readonly body: string;
}

/** Where in the feed to continue reading, and the position after this event. */
export interface EventCursors {
	readonly cursor: string;
	readonly next_cursor: string;
}

/** `balance.low` (SPEC E5): the client's balance fell below the threshold that its owner set. The same fall always gives the same event. */
export function balanceLow(fall: SpendingAlertTable): WebhookEvent {
	const { alert_id, client_id, at, units, limit_units } = fall;
	const data = {
		client_id,
		credit_balance: creditsForJson(units),
		low_balance_credits: creditsForJson(limit_units),
	};
	const body = JSON.stringify({ type: "balance.low", timestamp: isoTime(at), data });
	return { id: `evt_${alert_id.replace(/^low_/, "")}`, body };
}

/** `kosher.alert` (SPEC E12): an alert that the client may see was published, changed or ended. */
export function kosherAlert({ alert_id, kind, changed_at }: ChangedAlert, nowMs: number): WebhookEvent {
	const data = { alert_id, kind, changed_at };
	const body = { type: "kosher.alert", timestamp: isoTime(nowMs), data };
	return { id: `evt_${ulid(nowMs)}`, body: JSON.stringify(body) };
}

/** `products.changed` (SPEC E5). In a test event both cursors are the same position: there is nothing between them. */
export function productsChanged(cursors: EventCursors, nowMs: number): WebhookEvent {
	const { cursor, next_cursor } = cursors;
	const body = { type: "products.changed", timestamp: isoTime(nowMs), data: { cursor, next_cursor } };
	return { id: `evt_${ulid(nowMs)}`, body: JSON.stringify(body) };
}
