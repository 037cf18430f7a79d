import { isActive } from "../clients/client.ts";
import type { ClientDirectory } from "../clients/directory.ts";
import { manualTimeMs } from "../platform/clock.ts";
import { ulid } from "../platform/ids.ts";
import { claimWebhooks, dueWebhooks, switchOff } from "./claims.ts";
import type { ChangeFeed } from "./feed.ts";
import { type Claim, type Claimed, openNewEvents } from "./new-events.ts";
import { tellLowBalances } from "./notices.ts";
import type { FailureReason } from "./reasons.ts";
import { messageOf, type SendParts, send } from "./send.ts";
import type { WebhookTable } from "./tables.ts";

/** Most concurrent attempts of one process. */
const MOST_AT_ONCE = 256;

export interface SenderParts extends SendParts {
	readonly feed: ChangeFeed;
	readonly clients: ClientDirectory;
	readonly log: SenderLog;
}

export interface SenderLog {
	/** Called when nothing is sent to this client any more. */
	switchedOff(clientId: string, reason: FailureReason): void;
	/** Called with an internal fault: the lease runs out, and the attempt is repeated. */
	fault(fault: unknown): void;
}

export interface WebhookSender {
	/** Claims due webhooks and starts sending. @returns whether there may be more right away. */
	round(): Promise<boolean>;
	/** Resolves when no attempt is in progress. */
	idle(): Promise<void>;
}

/** Sends the events that are due. On a shared database every process has one, and leases divide the work between them (SPEC E5). */
export function createWebhookSender(parts: SenderParts): WebhookSender {
	const { db, clock, feed, log } = parts;
	const underWay = new Set<Promise<void>>();
	const begin = (sending: Promise<void>) => {
		const noted = sending.catch(log.fault).finally(() => underWay.delete(noted));
		underWay.add(noted);
	};
	return {
		async round() {
			const limit = MOST_AT_ONCE - underWay.size;
			if (limit <= 0) return false;
			const due = { head: await feed.head(), limit, manualMs: manualTimeMs(clock) };
			await tellLowBalances(db, clock);
			// Most rounds end here, without a write.
			if ((await dueWebhooks(db.read, db.traits, { ...due, limit: 1 })).length === 0) return false;
			const sinceMs = performance.now();
			const leaseId = ulid(clock.now());
			const { rows, nowMs } = await db.write(claimWebhooks, { ...due, leaseId });
			const claim = { leaseId, sinceMs, nowMs };
			const claimed = await ofActiveClients(parts, claim, rows);
			const ready = claimed.filter(({ row }) => messageOf(row) !== undefined);
			for (const { row } of ready) begin(send(parts, claim, row));
			const others = claimed.filter(({ row }) => messageOf(row) === undefined);
			for (const row of await openNewEvents(parts, claim, others)) begin(send(parts, claim, row));
			return rows.length === limit;
		},
		async idle() {
			while (underWay.size > 0) await Promise.all(underWay);
		},
	};
}

/** Switches off the webhooks of clients that are revoked or expired. @returns the others. */
async function ofActiveClients(
	{ db, clients, log }: SenderParts,
	{ leaseId, nowMs }: Claim,
	rows: readonly WebhookTable[],
): Promise<Claimed[]> {
	const claimed: Claimed[] = [];
	for (const row of rows) {
		const clientId = row.client_id;
		const client = await clients.find(clientId);
		if (client && isActive(client, nowMs)) claimed.push({ row, client });
		else {
			await db.write(switchOff, { clientId, leaseId, reason: "client_disabled", nowMs });
			log.switchedOff(clientId, "client_disabled");
		}
	}
	return claimed;
}
