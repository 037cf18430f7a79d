import type { Tx } from "../../platform/db/tx.ts";
import { deleteSessions } from "../accounts/sessions.ts";
import { voidEmailLinks, voidResetLinks } from "../accounts/void-links.ts";
import { type Actor, recordEvent } from "../events.ts";

/**
 * Gives an account exclusively to the person identified by the provider. Whoever created it only entered its address, and may be an attacker
 * waiting for the owner to arrive. Nothing known to that person gives access any more.
 * @param given.passwordHash of a password that nobody knows.
 */
export async function shutOutOthers(
	tx: Tx,
	accountId: string,
	{ passwordHash, actor }: { readonly passwordHash: string; readonly actor: Actor },
): Promise<void> {
	await tx
		.updateTable("account")
		.set({
			password_hash: passwordHash,
			password_expires_at: null,
			totp_secret: null,
			totp_confirmed_at: null,
			email_verified_at: actor.atMs,
		})
		.where("account_id", "=", accountId)
		.execute();
	await tx.deleteFrom("recovery_code").where("account_id", "=", accountId).execute();
	await deleteSessions(tx, { accountId, except: null });
	await voidResetLinks(tx, accountId, actor.atMs);
	await voidEmailLinks(tx, accountId, actor.atMs);
	await recordEvent(tx, { ...actor, accountId }, "password.reset", accountId);
}
