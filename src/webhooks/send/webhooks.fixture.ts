import { isIP } from "node:net";
import type { TestClock } from "../../../test/support/clock.ts";
import { createFeed } from "../../catalogue/changes/feed.ts";
import { readFeedCursor } from "../../catalogue/changes/feed-cursor.ts";
import { applyMetadata } from "../../catalogue/writing/apply-metadata.ts";
import type { MetadataChange } from "../../catalogue/writing/metadata-change.ts";
import type { ClientPolicy } from "../../clients/policy/client.ts";
import { type ClientDirectory, createClientDirectory } from "../../clients/policy/directory.ts";
import { defaultPolicy, issueClient } from "../../clients/policy/service.ts";
import type { Database } from "../../platform/db/database.ts";
import { type AddressRange, parseRange } from "../../platform/http/client-address.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import type { FailureReason } from "../reasons.ts";
import type { WebhookEventName } from "../register/events.ts";
import { webhookRow } from "../register/read.ts";
import { createWebhookService } from "../register/service.ts";
import { setOwnWebhook, testOwnWebhook } from "../register/store.ts";
import { createAlertFeed, createChangeFeed } from "./feed.ts";
import type { Posting, PostOutcome } from "./guarded-post.ts";
import { createWebhookSender, type SenderParts, type WebhookSender } from "./sender.ts";

/** The addresses of endpoints in this process, which the operator permits. */
export const loopback = [parseRange("127.0.0.0/8") as AddressRange];

export const keys: KeyPair = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

/** A message that a sender posted, and the outcome. */
export interface Sent extends Posting {
	readonly id: string;
	readonly data: { readonly cursor: string; readonly next_cursor: string };
	readonly clientId: string;
}

export type Answering = (posting: Posting) => PostOutcome | Promise<PostOutcome>;

const delivered: Answering = () => ({ status: 200 });

/** Senders on one database, with a clock controlled by the tests and a simulated network. */
export function webhooksOn(db: Database, clock: TestClock) {
	const switchedOff: FailureReason[] = [];
	const faults: unknown[] = [];
	const parts = {
		db,
		clock,
		feed: createChangeFeed(createFeed(db), keys),
		alerts: createAlertFeed(db),
		clients: createClientDirectory(db, clock),
		log: {
			switchedOff: (_clientId: string, reason: FailureReason) => void switchedOff.push(reason),
			fault: (fault: unknown) => void faults.push(fault),
		},
	};
	return {
		clock,
		switchedOff,
		faults,
		/** @param answering how the endpoint answers. */
		node: (answering = delivered, sealKeys = keys) => startNode(parts, answering, sealKeys),
		row: (clientId: string) => webhookRow(db.read, clientId),
		...changesOf(db, clock),
		...settingsOf(parts),
		told: (clientId: string, sent: Pick<Sent, "data">) => barcodesBetween(db, parts.clients, clientId, sent),
	};
}

type Parts = Omit<SenderParts, "post" | "sealKeys"> & { readonly clock: TestClock };

function startNode(parts: Parts, answering: Answering, sealKeys: KeyPair) {
	const sent: Sent[] = [];
	const sender = createWebhookSender({
		...parts,
		sealKeys,
		async post(posting) {
			const clientId = new URL(posting.url).searchParams.get("client") ?? "";
			const { data } = JSON.parse(posting.body);
			sent.push({ ...posting, id: posting.headers["webhook-id"] ?? "", data, clientId });
			return answering(posting);
		},
	});
	return { sender, sent };
}

/** Clients, and the catalogue whose changes are reported to them. */
function changesOf(db: Database, clock: TestClock) {
	return {
		/** @param ownerId the account that it belongs to. */
		async client(policy: Partial<ClientPolicy> = {}, ownerId: string | null = null): Promise<string> {
			const whole = { ...defaultPolicy, name: "Hooked", ...policy };
			return (await issueClient({ db, clock, hashKeys: keys }, whole, 0, ownerId)).clientId;
		},
		async change(...changes: MetadataChange[]): Promise<void> {
			await db.write(applyMetadata, { changes, existingOnly: false });
		},
	};
}

/** What a client does with its webhook. */
function settingsOf({ db, clock, feed, alerts }: Parts) {
	const service = createWebhookService({
		isOn: true,
		rules: { allow: loopback },
		resolveHost: async (host) => [isIP(host) ? host : "93.184.215.14"],
		feed,
		alertHead: alerts.head,
		sealKeys: keys,
	});
	return {
		/** @returns the secret. */
		async set(
			clientId: string,
			url = `https://hooks.example/in?client=${clientId}`,
			events?: readonly WebhookEventName[],
		): Promise<string> {
			const { secret, setting } = await service.draft(clientId, url, clock.now(), events);
			await db.write(setOwnWebhook, setting);
			return secret;
		},
		async test(clientId: string) {
			return db.write(testOwnWebhook, await service.draftTest(clientId, clock.now()));
		},
	};
}

/** The barcodes between the two cursors of an event that its client can see. */
async function barcodesBetween(
	db: Database,
	clients: ClientDirectory,
	clientId: string,
	{ data }: Pick<Sent, "data">,
): Promise<string[]> {
	const client = await clients.find(clientId);
	if (!client) throw new Error(`no client ${clientId}`);
	const feed = createFeed(db);
	const found: string[] = [];
	let place = readFeedCursor(data.cursor, keys);
	const end = readFeedCursor(data.next_cursor, keys);
	while (place.position < end.position) {
		const page = await feed.read(client, place, 1);
		if (!page) throw new Error("the cursor cannot be followed from");
		if (page.next > end.position) break;
		found.push(...page.entries.map((entry) => JSON.parse(entry).barcode));
		place = { ...place, position: page.next };
	}
	return found;
}

/** Does everything that is currently due, and waits until it is done. */
export async function settle(sender: WebhookSender): Promise<void> {
	while (await sender.round()) await sender.idle();
	await sender.idle();
}

/** An answer that the test releases when it wants to. */
export function heldAnswer() {
	let release: (outcome: PostOutcome) => void = () => undefined;
	const answer = new Promise<PostOutcome>((resolve) => {
		release = resolve;
	});
	return { answer, release: () => release({ status: 200 }) };
}
