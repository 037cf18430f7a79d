import { randomBytes } from "node:crypto";
import { clientId } from "../../api/client-id.ts";
import type { Database } from "../../platform/db/database.ts";
import { requestId, secretToken } from "../../platform/ids.ts";
import { type KeyPair, storedHashes } from "../../platform/secrets.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { NewClient } from "./changes.ts";
import type { ClientPolicy } from "./client.ts";
import { createClient } from "./store.ts";

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

export interface Issuing {
	readonly db: Database;
	readonly clock: Clock;
	readonly hashKeys: KeyPair;
}

/** Creates a client, owned by an account or by none. The key is returned here and never again: only its hash is stored. */
export async function issueClient(
	{ db, clock, hashKeys }: Issuing,
	policy: ClientPolicy,
	creditUnits: number,
	ownerId: string | null = null,
): Promise<{ clientId: string; apiKey: string }> {
	const { client, apiKey } = draftClient(hashKeys, { policy, creditUnits, ownerId, atMs: clock.now() });
	await db.write(createClient, client);
	return { clientId: client.clientId, apiKey };
}

/** A client about to be stored, and its key, which only the holder will know. */
export function draftClient(
	hashKeys: KeyPair,
	{ policy, creditUnits, ownerId, atMs }: DraftParts,
): { readonly client: NewClient; readonly apiKey: string } {
	const { apiKey, keyHash } = draftKey(hashKeys);
	return { client: { ...draftWith(keyHash, policy, creditUnits, atMs), ownerId }, apiKey };
}

/** A client that acts for a person in the pages. Nobody has its key: what is stored as the hash of one is random. */
export function draftKeylessClient(
	name: string,
	actsFor: Pick<NewClient, "ownerId" | "viewerId" | "buyerId">,
	atMs: number,
): NewClient {
	return { ...draftWith(randomBytes(32).toString("hex"), { ...defaultPolicy, name }, 0, atMs), ...actsFor };
}

function draftWith(keyHash: string, policy: ClientPolicy, units: number, atMs: number): NewClient {
	const id = clientId();
	const grant = { clientId: id, units, note: "first credits", requestId: requestId(atMs), atMs };
	return { clientId: id, policy, keyHash, markSeed: randomBytes(32), grant };
}

interface DraftParts {
	readonly policy: ClientPolicy;
	readonly creditUnits: number;
	readonly ownerId: string | null;
	readonly atMs: number;
}

/** A new key, and the hash of it to store. */
export function draftKey(hashKeys: KeyPair): { readonly apiKey: string; readonly keyHash: string } {
	const apiKey = secretToken();
	return { apiKey, keyHash: storedHashes(apiKey, hashKeys)[0] };
}
