import type { Database } from "../../platform/db/database.ts";
import { secretToken } from "../../platform/ids.ts";
import { type KeyPair, storedHashes } from "../../platform/secrets.ts";
import type { Actor } from "../events.ts";
import { issueReset } from "./password-changes.ts";

const LINK_MS = 24 * 3_600_000;

/** What stands behind `#` in a one-time link, and until when it works. */
export interface ResetToken {
	readonly token: string;
	readonly email: string;
	readonly expiresAtMs: number;
}

/** Makes a one-time token to set a new password with. @returns `undefined` when there is no such account. */
export async function newResetToken(
	{ db, hashKeys }: { readonly db: Database; readonly hashKeys: KeyPair },
	accountId: string,
	actor: Actor,
): Promise<ResetToken | undefined> {
	const token = secretToken();
	const expiresAtMs = actor.atMs + LINK_MS;
	const email = await db.write(issueReset, {
		accountId,
		tokenHash: resetHashes(token, hashKeys)[0],
		expiresAtMs,
		actor,
	});
	return email === undefined ? undefined : { token, email, expiresAtMs };
}

/** How a reset token is stored. */
export function resetHashes(token: string, hashKeys: KeyPair): readonly [current: string, previous: string] {
	return storedHashes(`reset ${token}`, hashKeys);
}

/** The link for a page that is reached under `base`. What stands behind `#` is sent to no server and stands in no log. */
export function resetLink(base: string, token: string): string {
	return `${base}/reset#${token}`;
}
