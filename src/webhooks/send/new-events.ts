import type { Client } from "../../clients/policy/client.ts";
import type { ClientDirectory } from "../../clients/policy/directory.ts";
import type { Database } from "../../platform/db/database.ts";
import type { WebhookTable } from "../tables.ts";
import { openEvents, passUnseen } from "./claims.ts";
import { productsChanged } from "./event.ts";
import type { ChangeFeed } from "./feed.ts";
import { noticesOf } from "./notices.ts";

/** Webhooks that were claimed together. */
export interface Claim {
	readonly leaseId: string;
	/** When they were claimed, by this process's monotonic clock. */
	readonly sinceMs: number;
	/** By the database's clock. */
	readonly nowMs: number;
}

interface NewEventParts {
	readonly db: Database;
	readonly feed: ChangeFeed;
	readonly clients: ClientDirectory;
}

/** A claimed webhook and the client it belongs to. */
export interface Claimed {
	readonly row: WebhookTable;
	readonly client: Client;
}

/**
 * Creates events for the webhooks whose clients can see a change or have a low balance (SPEC E5), and records for the others up to where there is
 * nothing. @returns the rows to send, with their events.
 */
export async function openNewEvents(
	parts: NewEventParts,
	claim: Claim,
	claimed: readonly Claimed[],
): Promise<WebhookTable[]> {
	const { db, feed } = parts;
	const { leaseId, nowMs } = claim;
	const noticed = claimed.flatMap(({ row }) => noticeEvent(row, leaseId) ?? []);
	const silent = claimed.filter(({ row }) => noticesOf(row).length === 0);
	const searched = await Promise.all(
		silent.map(async ({ row, client }) => ({ row, ...(await feed.look(client, row.position)) })),
	);
	const passed = searched
		.filter(({ isVisible }) => !isVisible)
		.map(({ row, upTo }) => ({ clientId: row.client_id, leaseId, position: upTo }));
	if (passed.length > 0) await db.write(passUnseen, { passed, nowMs });
	const seen = searched.filter(({ isVisible }) => isVisible).map(({ row }) => row);
	if (seen.length === 0 && noticed.length === 0) return [];
	// Read now: a change that was found may be newer than the claim.
	const head = await feed.head();
	const changes = await Promise.all(seen.map((row) => newEvent(feed, claim, row, head)));
	const events = [...noticed, ...changes];
	await db.write(openEvents, { events: events.map(({ opened }) => opened), nowMs });
	return events.map(({ row }) => row);
}

/** A low balance goes before changes; its event does not advance the position in the feed. */
function noticeEvent(row: WebhookTable, leaseId: string) {
	const [notice] = noticesOf(row);
	if (!notice) return undefined;
	const { id: eventId, body } = notice;
	return {
		row: { ...row, event_id: eventId, event_body: body },
		opened: { clientId: row.client_id, leaseId, eventId, body, position: row.position },
	};
}

async function newEvent(feed: ChangeFeed, { leaseId, nowMs }: Claim, row: WebhookTable, head: number) {
	const cursors = { cursor: await feed.cursorAt(row.position), next_cursor: await feed.cursorAt(head) };
	const { id: eventId, body } = productsChanged(cursors, nowMs);
	return {
		row: { ...row, event_id: eventId, event_body: body },
		opened: { clientId: row.client_id, leaseId, eventId, body, position: head },
	};
}
