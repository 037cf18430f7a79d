import { command } from "../platform/db/command.ts";
import { databaseTimeMs, timeExpression } from "../platform/db/database-time.ts";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import type { Tx } from "../platform/db/tx.ts";
import { switchedOff } from "./changes.ts";
import { dropNotice } from "./notices.ts";
import type { FailureReason } from "./reasons.ts";
import type { WebhookTable } from "./tables.ts";

/** Nobody else sends for a webhook while its lease lasts: longer than looking into the feed and an attempt take together. */
export const LEASE_MS = 20_000;
/** How far apart two attempts for one webhook begin at least. */
export const APART_MS = 1000;

export interface Due {
	/** The newest position of the feed. */
	readonly head: number;
	readonly limit: number;
	/** Where time is moved by hand; `null` for the database's clock. */
	readonly manualMs: number | null;
}

/** Webhooks with something to do that nobody does: a test, an event whose time has come, or changes that they may not know of. */
export async function dueWebhooks(tx: Tx, traits: EngineTraits, due: Due): Promise<string[]> {
	const now = timeExpression(traits, due.manualMs);
	const free = () =>
		tx
			.selectFrom("webhook")
			.select("client_id")
			.where("quiet_until", "<=", now)
			.where("lease_until", "<=", now);
	const rows = await free()
		.where("test_id", "is not", null)
		.union(free().where("retry_at", "is not", null).where("retry_at", "<=", now))
		.union(free().where("active", "=", 1).where("event_id", "is", null).where("position", "<", due.head))
		.union(free().where("active", "=", 1).where("event_id", "is", null).where("notices", "is not", null))
		.limit(due.limit)
		.execute();
	return rows.map(({ client_id }) => client_id);
}

/** Takes the lease of due webhooks. On a shared database each is given to one node alone. */
export const claimWebhooks = command<Due & { leaseId: string }, { nowMs: number; rows: WebhookTable[] }>(
	"webhooks.claim",
	async (tx, { leaseId, ...due }, traits) => {
		const nowMs = await databaseTimeMs(tx, traits, due.manualMs);
		const ids = await dueWebhooks(tx, traits, { ...due, manualMs: nowMs });
		if (ids.length === 0) return { nowMs, rows: [] };
		const free = tx
			.selectFrom("webhook")
			.selectAll()
			.where("client_id", "in", ids)
			.where("lease_until", "<=", nowMs)
			.orderBy("client_id");
		const rows = await (traits.locksRows ? free.forUpdate().skipLocked() : free).execute();
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
	/** What the client knows up to once it is delivered. */
	readonly position: number;
}

/** Stores new events before they are sent. Whoever lost the lease stores none. */
export const openEvents = command<{ events: readonly OpenedEvent[]; nowMs: number }, undefined>(
	"webhooks.open_events",
	async (tx, { events, nowMs }) => {
		for (const { clientId, leaseId, eventId, body, position } of inOrder(events)) {
			const { numUpdatedRows } = await tx
				.updateTable("webhook")
				.set({ event_id: eventId, event_body: body, event_at: nowMs, event_position: position })
				.set({ event_failures: 0, first_attempt_at: null, retry_at: nowMs })
				.where("client_id", "=", clientId)
				.where("lease_id", "=", leaseId)
				.where("active", "=", 1)
				.where("event_id", "is", null)
				.executeTakeFirst();
			if (numUpdatedRows === 1n) await dropNotice(tx, clientId, eventId);
		}
		return undefined;
	},
);

/** Notes how far there is nothing for a client to know, and releases the leases. */
export const passUnseen = command<
	{ passed: readonly (Held & { position: number })[]; nowMs: number },
	undefined
>("webhooks.pass_unseen", async (tx, { passed, nowMs }) => {
	for (const { clientId, leaseId, position } of inOrder(passed)) {
		await tx
			.updateTable("webhook")
			.set({ position, quiet_until: nowMs + APART_MS, lease_id: null, lease_until: 0 })
			.where("client_id", "=", clientId)
			.where("lease_id", "=", leaseId)
			.execute();
	}
	return undefined;
});

/** Switches a webhook off for a reason that is none of its endpoint. */
export const switchOff = command<Held & { reason: FailureReason; nowMs: number }, undefined>(
	"webhooks.switch_off",
	async (tx, { clientId, leaseId, reason, nowMs }) => {
		await tx
			.updateTable("webhook")
			.set(switchedOff(reason, nowMs))
			.where("client_id", "=", clientId)
			.where("lease_id", "=", leaseId)
			.execute();
		return undefined;
	},
);

/** Rows are locked in one order wherever several are. */
function inOrder<T extends Held>(held: readonly T[]): T[] {
	return [...held].sort((a, b) => (a.clientId < b.clientId ? -1 : 1));
}
