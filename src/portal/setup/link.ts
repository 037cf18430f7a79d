import type { Database } from "../../platform/db/database.ts";
import { secretToken } from "../../platform/ids.ts";
import { type KeyPair, storedHashes } from "../../platform/secrets.ts";
import { keepSetupLink } from "./changes.ts";

/** The stored form of the link's token, distinct from that of any other kind of link. */
export function setupHashes(token: string, hashKeys: KeyPair): readonly [current: string, previous: string] {
	return storedHashes(`setup ${token}`, hashKeys);
}

/**
 * Makes the link with which the first administrator's account is opened; an earlier one no longer works. The token is in the fragment, which is never
 * sent to a server, so it appears in no log of requests.
 * @returns `undefined` where somebody uses the installation already
 */
export async function newSetupLink(
	{ db, hashKeys }: { readonly db: Database; readonly hashKeys: KeyPair },
	base: string,
): Promise<string | undefined> {
	const token = secretToken();
	const isKept = await db.write(keepSetupLink, { tokenHash: setupHashes(token, hashKeys)[0] });
	return isKept ? `${base.replace(/\/+$/, "")}/setup#${token}` : undefined;
}
