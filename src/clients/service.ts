import { randomBytes } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { clientId, requestId, secretToken } from "../platform/ids.ts";
import { type KeyPair, storedHashes } from "../platform/secrets.ts";
import type { ClientPolicy } from "./client.ts";
import { createClient, rotateKey } from "./store.ts";

/** What a new client gets when nothing else is said. */
export const defaultPolicy: Omit<ClientPolicy, "name"> = {
	tier: "standard",
	requestsPerMinute: null,
	requestsPerDay: null,
	expiresAtMs: null,
	allowlist: [],
	locks: [],
	barcodePrefixes: [],
	brands: [],
	departments: [],
	urlTtlSeconds: null,
	multiUseUrls: false,
	watermark: "required",
};

interface Issuing {
	readonly db: Database;
	readonly clock: Clock;
	readonly hashKeys: KeyPair;
}

/**
 * Creates a client. The key is told here and never again: only its hash is stored.
 * @param creditUnits what its ledger starts with.
 */
export async function issueClient(
	{ db, clock, hashKeys }: Issuing,
	policy: ClientPolicy,
	creditUnits: number,
): Promise<{ clientId: string; apiKey: string }> {
	const id = clientId();
	const apiKey = secretToken();
	const atMs = clock.now();
	await db.write(createClient, {
		clientId: id,
		policy,
		keyHash: storedHashes(apiKey, hashKeys)[0],
		markSeed: randomBytes(32),
		grant: { clientId: id, units: creditUnits, note: "first credits", requestId: requestId(atMs), atMs },
	});
	return { clientId: id, apiKey };
}

/** Gives an active client a new key and kills the old one with all its tokens. @returns `undefined` when there is no such client. */
export async function issueNewKey({ db, clock, hashKeys }: Issuing, id: string): Promise<string | undefined> {
	const apiKey = secretToken();
	const rotated = await db.write(rotateKey, {
		clientId: id,
		keyHash: storedHashes(apiKey, hashKeys)[0],
		nowMs: clock.now(),
	});
	return rotated ? apiKey : undefined;
}
