import type { Tx } from "../../platform/db/tx.ts";
import { setKeyHash } from "../policy/changes.ts";
import { revokeRefreshTokens } from "./refresh-tokens.ts";

interface Rotation {
	readonly clientId: string;
	readonly keyHash: string;
	readonly nowMs: number;
}

/** Gives a client a new key; the old one and all tokens issued for it become invalid. @returns false when the client is revoked or unknown. */
export async function replaceKey(tx: Tx, { clientId, keyHash, nowMs }: Rotation): Promise<boolean> {
	if (!(await setKeyHash(tx, { clientId, keyHash }))) return false;
	await revokeRefreshTokens(tx, clientId, nowMs);
	return true;
}
