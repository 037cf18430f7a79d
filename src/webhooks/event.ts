import { isoTime } from "../platform/clock.ts";
import { ulid } from "../platform/ids.ts";

/** A message for a client: the same id and body however often it is sent. */
export interface WebhookEvent {
	readonly id: string;
	readonly body: string;
}

/** Where in the feed to read on, and what will be known by then. */
export interface EventCursors {
	readonly cursor: string;
	readonly next_cursor: string;
}

/** `products.changed` (SPEC E5). A test has one whose two cursors are the same place: there is nothing between them. */
export function productsChanged(cursors: EventCursors, nowMs: number): WebhookEvent {
	const { cursor, next_cursor } = cursors;
	const body = { type: "products.changed", timestamp: isoTime(nowMs), data: { cursor, next_cursor } };
	return { id: `evt_${ulid(nowMs)}`, body: JSON.stringify(body) };
}
