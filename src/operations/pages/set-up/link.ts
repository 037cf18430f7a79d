import { newLinkToken } from "../../../people/accounts/one-time-links.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { KeyPair } from "../../../platform/secrets.ts";
import { keepSetupLink } from "./changes.ts";

/**
 * Makes the link with which the first administrator's account is opened; an earlier one no longer works.
 * @returns `undefined` where somebody uses the installation already
 */
export async function newSetupLink(
	{ db, hashKeys }: { readonly db: Database; readonly hashKeys: KeyPair },
	base: string,
): Promise<string | undefined> {
	const { token, tokenHash } = newLinkToken("setup", hashKeys);
	const isKept = await db.write(keepSetupLink, { tokenHash });
	return isKept ? `${base.replace(/\/+$/, "")}/setup#${token}` : undefined;
}
