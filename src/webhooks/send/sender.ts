import { isActive } from "../../clients/policy/client.ts";
import type { ClientDirectory } from "../../clients/policy/directory.ts";
import { ulid } from "../../platform/ids.ts";
import { manualTimeMs } from "../../platform/time/clock.ts";
import type { FailureReason } from "../reasons.ts";
import type { WebhookTable } from "../tables.ts";
import { claimWebhooks, type DueWebhook, dueWebhooks, switchOff } from "./claims.ts";
import type { ChangeFeed } from "./feed.ts";
import { type Claim, type Claimed, openNewEvents } from "./new-events.ts";
import { tellLowBalances } from "./notices.ts";
import { createPlaces } from "./places.ts";
import { messageOf, type SendParts, send } from "./send.ts";

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
	/** Claims due webhooks and starts sending. @returns whether any were left for lack of a place. */
	round(): Promise<boolean>;
	/** Resolves when no attempt is in progress. */
	idle(): Promise<void>;
}

/** Sends the events that are due. On a shared database every process has one, and leases divide the work between them (SPEC E5). */
export function createWebhookSender(parts: SenderParts): WebhookSender {
	const { db, clock, feed, log } = parts;
	const places = createPlaces();
	const underWay = new Set<Promise<void>>();
	const begin = (webhook: DueWebhook, claim: Claim, row: WebhookTable) => {
		const leave = places.take(webhook);
		const sending = send(parts, claim, row)
			.catch(log.fault)
			.finally(() => {
				leave();
				underWay.delete(sending);
			});
		underWay.add(sending);
	};
	return {
		async round() {
			const due = { head: await feed.head(), manualMs: manualTimeMs(clock) };
			await tellLowBalances(db, clock);
			const waiting = await dueWebhooks(db.read, db.traits, due);
			const chosen = places.choose(waiting);
			// Most rounds end here, without a write.
			if (chosen.length === 0) return waiting.length > 0;
			const sinceMs = performance.now();
			const leaseId = ulid(clock.now());
			const claiming = { ...due, leaseId, clientIds: chosen.map(({ clientId }) => clientId) };
			const { rows, nowMs } = await db.write(claimWebhooks, claiming);
			const claim = { leaseId, sinceMs, nowMs };
			const beginAll = (sendable: readonly WebhookTable[]) => {
				const byClient = new Map(sendable.map((row) => [row.client_id, row]));
				for (const webhook of chosen) {
					const row = byClient.get(webhook.clientId);
					if (row) begin(webhook, claim, row);
				}
			};
			const claimed = await ofActiveClients(parts, claim, rows);
			const ready = claimed.filter(({ row }) => messageOf(row) !== undefined);
			beginAll(ready.map(({ row }) => row));
			beginAll(
				await openNewEvents(
					parts,
					claim,
					claimed.filter(({ row }) => messageOf(row) === undefined),
				),
			);
			return waiting.length > chosen.length;
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
