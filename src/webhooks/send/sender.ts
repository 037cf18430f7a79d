import { type Client, isActive } from "../../clients/policy/client.ts";
import type { ClientDirectory } from "../../clients/policy/directory.ts";
import type { Database } from "../../platform/db/database.ts";
import { ulid } from "../../platform/ids.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { LEASE_MS } from "../../platform/tasks/lease.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { VERSION } from "../../version.ts";
import { countAttempt } from "../metrics.ts";
import type { FailureReason } from "../reasons.ts";
import { eventsOf } from "../register/events.ts";
import { isAttemptDue, type QueueName, triedAnew } from "../register/queues.ts";
import { resealed, signingSecrets } from "../register/secrets.ts";
import { resealSecret } from "../register/store.ts";
import type { WebhookTable } from "../tables.ts";
import { type Attempt, recordAttempt } from "./attempts.ts";
import {
	claimWebhooks,
	type Due,
	type DueWebhook,
	dueWebhooks,
	type OpenedEvent,
	openAlertEvents,
	openEvents,
	passAlerts,
	passUnseen,
	switchOff,
} from "./claims.ts";
import { kosherAlert, productsChanged, type WebhookEvent } from "./event.ts";
import type { AlertFeed, ChangeFeed } from "./feed.ts";
import type { GuardedPost } from "./guarded-post.ts";
import { noticesOf, notifyLowBalances } from "./notices.ts";
import { signedHeaders } from "./signature.ts";
import { createSlots } from "./slots.ts";

export interface SenderParts extends SendParts {
	readonly feed: ChangeFeed;
	readonly alerts: AlertFeed;
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
	/** Claims due webhooks and starts sending. @returns whether any were left for lack of a slot. */
	round(): Promise<boolean>;
	/** Resolves when no attempt is in progress. */
	idle(): Promise<void>;
}

/** Sends the events that are due. On a shared database every process has one, and leases divide the work between them (SPEC E5). */
export function createWebhookSender(parts: SenderParts): WebhookSender {
	const { db, clock, feed, alerts, log } = parts;
	const slots = createSlots();
	const underWay = new Set<Promise<void>>();
	const begin = (webhook: DueWebhook, claim: Claim, sendable: Sendable) => {
		const leave = slots.take(webhook);
		const sending = send(parts, claim, sendable)
			.catch(log.fault)
			.finally(() => {
				leave();
				underWay.delete(sending);
			});
		underWay.add(sending);
	};
	return {
		async round() {
			const due = { head: await feed.head(), alertHead: await alerts.head() };
			await notifyLowBalances(db, clock);
			const waiting = await dueWebhooks(db.read, db.traits, due);
			const chosen = slots.choose(waiting);
			// Most rounds end here, without a write.
			if (chosen.length === 0) return waiting.length > 0;
			const sinceMs = performance.now();
			const leaseId = ulid(clock.now());
			const claiming = { ...due, leaseId, clientIds: chosen.map(({ clientId }) => clientId) };
			const { rows, nowMs } = await db.write(claimWebhooks, claiming);
			const claim = { leaseId, sinceMs, nowMs };
			const beginAll = (sendable: readonly Sendable[]) => {
				const byClient = new Map(sendable.map((each) => [each.row.client_id, each]));
				for (const webhook of chosen) {
					const own = byClient.get(webhook.clientId);
					if (own) begin(webhook, claim, own);
				}
			};
			const claimed = await ofActiveClients(parts, claim, rows);
			const current = await openNewEvents(parts, claim, { ...due, nowMs }, claimed);
			const turns = current.map((each) => ({ ...each, turn: turnOf(each.row, { ...due, nowMs }) }));
			beginAll(turns.flatMap(({ row, turn }) => (typeof turn === "object" ? { row, message: turn } : [])));
			beginAll(
				await alertEvents(
					parts,
					claim,
					turns.filter(({ turn }) => turn === "alert"),
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

/** An attempt takes 10 s at most, and its outcome has to be recorded before the lease ends. */
const LATEST_START_MS = LEASE_MS - 12_000;

interface SendParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly sealKeys: KeyPair;
	readonly post: GuardedPost;
	readonly log: { switchedOff(clientId: string, reason: FailureReason): void };
}

/** A claimed webhook, and what is sent to it now. */
interface Sendable {
	readonly row: WebhookTable;
	readonly message: WebhookEvent & Pick<Attempt, "kind">;
}

/** What is due at a time. */
interface DueNow extends Due {
	readonly nowMs: number;
}

type Message = Sendable["message"];

/** What is sent now: a message that is stored, or an alert. Queues in which something is due take turns, so that none waits behind many of another. */
function turnOf(row: WebhookTable, due: DueNow): Message | "alert" | undefined {
	const { test_id, test_body, event_id, event_body, attempts_made } = row;
	if (test_id !== null && test_body !== null) return { id: test_id, body: test_body, kind: "test" };
	const [notice] = noticesOf(row);
	const isDue = (queue: QueueName) => isAttemptDue(row, queue, due.nowMs);
	const turns = [
		...(isAlertDue(row, due) ? (["alert"] as const) : []),
		...(notice && isDue("notice") ? [{ ...notice, kind: "notice" } as const] : []),
		...(event_id !== null && event_body !== null && isDue("event")
			? [{ id: event_id, body: event_body, kind: "event" } as const]
			: []),
	];
	return turns[attempts_made % turns.length];
}

function isAlertDue(row: WebhookTable, { alertHead, nowMs }: DueNow): boolean {
	if (row.active === 0 || row.alert_position === null) return false;
	if (row.alert_event_id === null) return row.alert_position < alertHead;
	return isAttemptDue(row, "alert", nowMs);
}

/** Makes one attempt for a webhook whose lease is held, and records its outcome. */
async function send(parts: SendParts, claim: Claim, { row, message }: Sendable): Promise<void> {
	const { db, clock, post, log } = parts;
	const held = { clientId: row.client_id, leaseId: claim.leaseId };
	const secrets = await openSecrets(parts, row, claim.nowMs);
	if (!secrets) {
		await db.write(switchOff, { ...held, reason: "secret_unreadable", nowMs: claim.nowMs });
		return log.switchedOff(held.clientId, "secret_unreadable");
	}
	const startedMs = performance.now();
	// This process was suspended: the lease is about to run out, and another process will send.
	if (startedMs - claim.sinceMs > LATEST_START_MS) return;
	const { id, body, kind } = message;
	const timestampSeconds = Math.floor(clock.now() / 1000);
	const { status = null, reason = null } = await post({
		url: row.url,
		headers: {
			"content-type": "application/json",
			"user-agent": `packshot/${VERSION}`,
			...signedHeaders({ id, timestampSeconds, body }, secrets),
		},
		body,
	});
	countAttempt(reason ?? "delivered");
	const tookMs = Math.ceil(performance.now() - startedMs);
	const attempt = { ...held, id, kind, status, reason, tookMs };
	const outcome = await db.write(recordAttempt, attempt);
	if (outcome === "switched_off" && reason) log.switchedOff(held.clientId, reason);
}

/** The secrets that sign; the stored one is re-encrypted if its key was rotated. `undefined` when one cannot be decrypted. */
async function openSecrets(
	{ db, sealKeys }: SendParts,
	row: WebhookTable,
	nowMs: number,
): Promise<string[] | undefined> {
	let secrets: string[];
	try {
		secrets = signingSecrets(row, sealKeys, nowMs);
	} catch {
		return undefined;
	}
	const after = resealed(row, sealKeys);
	if (after !== undefined) {
		await db.write(resealSecret, { clientId: row.client_id, before: row.secret, after });
	}
	return secrets;
}

/** Webhooks that were claimed together. */
interface Claim {
	readonly leaseId: string;
	/** When they were claimed, by this process's monotonic clock. */
	readonly sinceMs: number;
	/** By the database's clock. */
	readonly nowMs: number;
}

/** A claimed webhook and the client it belongs to. */
interface Claimed {
	readonly row: WebhookTable;
	readonly client: Client;
}

/**
 * The events about alerts that are due: of each client, the first alert that it was not told of since it changed. What waits for another attempt is replaced
 * when the alert has changed since (SPEC E12). Records for the others up to where there is nothing.
 */
async function alertEvents(
	{ db, alerts }: Pick<SenderParts, "db" | "alerts">,
	{ leaseId, nowMs }: Claim,
	claimed: readonly Claimed[],
): Promise<Sendable[]> {
	if (claimed.length === 0) return [];
	const head = await alerts.head();
	const found = await Promise.all(
		claimed.map(async ({ row, client }) => ({
			row,
			alert: await alerts.next(client, row.alert_position ?? head),
		})),
	);
	const passed = found.filter(({ alert }) => !alert);
	if (passed.length > 0)
		await db.write(passAlerts, {
			passed: passed.map(({ row }) => ({ clientId: row.client_id, leaseId, position: head })),
		});
	const opened: OpenedEvent[] = [];
	const sendable = found.flatMap(({ row, alert }): Sendable[] => {
		if (!alert) return [];
		const { alert_event_id: id, alert_event_body: body } = row;
		const isSame = id !== null && body !== null && Number(row.alert_event_position) === alert.position;
		const event = isSame ? { id, body } : kosherAlert(alert, nowMs);
		const { position } = alert;
		if (!isSame)
			opened.push({ clientId: row.client_id, leaseId, eventId: event.id, body: event.body, position });
		return [{ row, message: { ...event, kind: "alert" } }];
	});
	if (opened.length > 0) await db.write(openAlertEvents, { events: opened, nowMs });
	return sendable;
}

/**
 * Creates events for the webhooks whose clients can see a change (SPEC E5), and records for the others up to where there is nothing.
 * @returns the webhooks that have something to send, with their events.
 */
async function openNewEvents(
	{ db, feed }: { readonly db: Database; readonly feed: ChangeFeed },
	claim: Claim,
	due: DueNow,
	claimed: readonly Claimed[],
): Promise<Claimed[]> {
	const { leaseId, nowMs } = claim;
	const searched = await Promise.all(
		claimed.map(async (each) => ({
			...each,
			look: areChangesDue(each.row, due) ? await feed.look(each.client, each.row.position) : undefined,
		})),
	);
	const isIdle = ({ row, look }: (typeof searched)[number]) =>
		look?.isVisible !== true && turnOf(row, due) === undefined;
	const passed = searched
		.filter((each) => each.look?.isVisible === false || isIdle(each))
		.map((each) => ({
			clientId: each.row.client_id,
			leaseId,
			position: each.look?.upTo ?? each.row.position,
			isIdle: isIdle(each),
		}));
	if (passed.length > 0) await db.write(passUnseen, { passed, nowMs });
	const seen = searched.filter(({ look }) => look?.isVisible === true);
	const busy = searched.filter((each) => each.look?.isVisible !== true && !isIdle(each));
	if (seen.length === 0) return busy;
	// Read now: a change that was found may be newer than the claim.
	const head = await feed.head();
	const opened = await Promise.all(seen.map(({ row }) => newEvent(feed, claim, row, head)));
	await db.write(openEvents, { events: opened, nowMs });
	const begun = seen.map(({ row, client }, place) => {
		const { eventId = null, body = null } = opened[place] ?? {};
		return { client, row: { ...row, ...triedAnew("event", nowMs), event_id: eventId, event_body: body } };
	});
	return [...busy, ...begun];
}

function areChangesDue(row: WebhookTable, { head }: DueNow): boolean {
	const { active, event_id, position } = row;
	return active === 1 && event_id === null && position < head && eventsOf(row).includes("products.changed");
}

async function newEvent(feed: ChangeFeed, { leaseId, nowMs }: Claim, row: WebhookTable, head: number) {
	const cursors = { cursor: await feed.cursorAt(row.position), next_cursor: await feed.cursorAt(head) };
	const { id: eventId, body } = productsChanged(cursors, nowMs);
	return { clientId: row.client_id, leaseId, eventId, body, position: head };
}
