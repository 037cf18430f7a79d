import type { Actor } from "../../pages/events.ts";
import type { Database } from "../../platform/db/database.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { newLinkToken } from "./one-time-links.ts";
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
	const { token, tokenHash } = newLinkToken("reset", hashKeys);
	const expiresAtMs = actor.atMs + validMs;
	const email = await db.write(issueReset, { accountId, tokenHash, expiresAtMs, actor });
	return email === undefined ? undefined : { token, email, expiresAtMs };
}

/** The link for pages at `base`. */
export function resetLink(base: string, token: string): string {
	return `${base}/reset#${token}`;
}

/** The same link for somebody who is new here: its page greets. */
export function welcomeLink(base: string, token: string): string {
	return `${base}/welcome#${token}`;
}
