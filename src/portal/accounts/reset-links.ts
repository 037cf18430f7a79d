import type { Database } from "../../platform/db/database.ts";
import { secretToken } from "../../platform/ids.ts";
import { type KeyPair, storedHashes } from "../../platform/secrets.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { Actor } from "../events.ts";
import { issueReset } from "./password-changes.ts";

const LINK_MS = DAY_MS;
/** A person who is invited may be away for some days. */
export const INVITATION_MS = 7 * DAY_MS;

/** The token of a one-time link (its URL fragment), and its expiry. */
export interface ResetToken {
	readonly token: string;
	readonly email: string;
	readonly expiresAtMs: number;
}

/** Creates a one-time token for setting a new password. @returns `undefined` when there is no such account. */
export async function newResetToken(
	{ db, hashKeys }: { readonly db: Database; readonly hashKeys: KeyPair },
	accountId: string,
	actor: Actor,
	validMs = LINK_MS,
): Promise<ResetToken | undefined> {
	const token = secretToken();
	const expiresAtMs = actor.atMs + validMs;
	const email = await db.write(issueReset, {
		accountId,
		tokenHash: resetHashes(token, hashKeys)[0],
		expiresAtMs,
		actor,
	});
	return email === undefined ? undefined : { token, email, expiresAtMs };
}

export function resetHashes(token: string, hashKeys: KeyPair): readonly [current: string, previous: string] {
	return storedHashes(`reset ${token}`, hashKeys);
}

/** The link for pages at `base`. A fragment is never sent to a server, so it appears in no log. */
export function resetLink(base: string, token: string): string {
	return `${base}/reset#${token}`;
}
