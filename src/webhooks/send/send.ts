import type { Database } from "../../platform/db/database.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { LEASE_MS } from "../../platform/tasks/lease.ts";
import { type Clock, manualTimeMs } from "../../platform/time/clock.ts";
import { VERSION } from "../../version.ts";
import { countAttempt } from "../metrics.ts";
import type { FailureReason } from "../reasons.ts";
import { resealed, signingSecrets } from "../register/secrets.ts";
import { resealSecret } from "../register/store.ts";
import type { WebhookTable } from "../tables.ts";
import { recordAttempt } from "./attempts.ts";
import { switchOff } from "./claims.ts";
import type { WebhookEvent } from "./event.ts";
import type { GuardedPost } from "./guarded-post.ts";
import type { Claim } from "./new-events.ts";
import { signedHeaders } from "./signature.ts";

/** An attempt takes 10 s at most, and its outcome has to be recorded before the lease ends. */
const LATEST_START_MS = LEASE_MS - 12_000;

export interface SendParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly sealKeys: KeyPair;
	readonly post: GuardedPost;
	readonly log: { switchedOff(clientId: string, reason: FailureReason): void };
}

/** What a webhook has to send: a test goes first. */
export function messageOf(row: WebhookTable): (WebhookEvent & { readonly isTest: boolean }) | undefined {
	const { test_id, test_body, event_id, event_body } = row;
	if (test_id !== null && test_body !== null) return { id: test_id, body: test_body, isTest: true };
	if (event_id !== null && event_body !== null) return { id: event_id, body: event_body, isTest: false };
	return undefined;
}

/** Makes one attempt for a webhook whose lease is held, and records its outcome. */
export async function send(parts: SendParts, claim: Claim, row: WebhookTable): Promise<void> {
	const { db, clock, post, log } = parts;
	const held = { clientId: row.client_id, leaseId: claim.leaseId };
	const message = messageOf(row);
	const secrets = await openSecrets(parts, row, claim.nowMs);
	if (!secrets) {
		await db.write(switchOff, { ...held, reason: "secret_unreadable", nowMs: claim.nowMs });
		return log.switchedOff(held.clientId, "secret_unreadable");
	}
	const startedMs = performance.now();
	// This process was suspended: the lease is about to run out, and another process will send.
	if (!message || startedMs - claim.sinceMs > LATEST_START_MS) return;
	const { id, body, isTest } = message;
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
	const attempt = { ...held, id, isTest, status, reason, tookMs, manualMs: manualTimeMs(clock) };
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
