import { type Actor, recordEvent } from "../../pages/events.ts";
import { deleteRows, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { removeMembers } from "../members/changes.ts";
import type { AccountTable } from "../tables.ts";
import { voidLinks } from "./one-time-links.ts";
import { deleteSessions } from "./sessions.ts";

/** What gives the holder of the mailbox access from now on. */
export type ProvenBy =
	/** A new password: that of the mailed link, or one that nobody knows where a provider vouches. */
	| { readonly passwordHash: string }
	/** A session, opened with the password and the second factor that there are. */
	| { readonly sessionId: string };

/**
 * Gives an account to the holder of its mailbox alone, when that is proven for the first time: whoever created it only typed its address, and may be
 * waiting for the owner to arrive. Nothing known to that person gives access any more, but keys, of which the pages warn.
 */
export async function proveMailbox(
	tx: Tx,
	account: Pick<AccountTable, "account_id" | "email_verified_at">,
	by: ProvenBy,
	actor: Actor,
): Promise<void> {
	if (account.email_verified_at !== null) return;
	const { account_id: accountId } = account;
	const proven = { email_verified_at: actor.atMs, others_until: actor.atMs };
	if ("passwordHash" in by) {
		const password = { password_hash: by.passwordHash, password_expires_at: null };
		const noSecondFactor = { totp_secret: null, totp_confirmed_at: null };
		await updateRows(tx, "account", { account_id: accountId }, { ...proven, ...password, ...noSecondFactor });
		await deleteRows(tx, "recovery_code", { account_id: accountId });
	} else await updateRows(tx, "account", { account_id: accountId }, proven);
	await deleteSessions(tx, { accountId, except: "sessionId" in by ? by.sessionId : null });
	await removeMembers(tx, accountId, actor.atMs);
	await voidLinks(tx, ["password_reset", "email_link"], accountId, actor.atMs);
	await recordEvent(tx, { ...actor, accountId }, "account.proven", accountId);
}
