import { setKeyHash } from "../clients/changes.ts";
import { draftKey, type Issuing } from "../clients/service.ts";
import { command } from "../platform/db/command.ts";
import type { Tx } from "../platform/db/tx.ts";
import { revokeRefreshTokens } from "./refresh-tokens.ts";

interface Rotation {
	readonly clientId: string;
	readonly keyHash: string;
	readonly nowMs: number;
}

/** A new key: the old one and every token issued for it are dead. */
export const rotateKey = command<Rotation, boolean>("clients.rotate_key", replaceKey);

/** The same inside a transaction that does more. @returns false when the client is revoked or unknown. */
export async function replaceKey(tx: Tx, { clientId, keyHash, nowMs }: Rotation): Promise<boolean> {
	if (!(await setKeyHash(tx, { clientId, keyHash }))) return false;
	await revokeRefreshTokens(tx, clientId, nowMs);
	return true;
}

/** Gives an active client a new key and kills the old one with all its tokens. @returns `undefined` when there is no such client. */
export async function issueNewKey({ db, clock, hashKeys }: Issuing, id: string): Promise<string | undefined> {
	const { apiKey, keyHash } = draftKey(hashKeys);
	const rotated = await db.write(rotateKey, { clientId: id, keyHash, nowMs: clock.now() });
	return rotated ? apiKey : undefined;
}
