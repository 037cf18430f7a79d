import type { Tx } from "../../platform/db/tx.ts";
import "../tables.ts";

/** Voids the links that would change the address of an account or verify it. */
export async function voidEmailLinks(tx: Tx, accountId: string, nowMs: number): Promise<void> {
	await tx
		.updateTable("email_link")
		.set({ used_at: nowMs })
		.where("account_id", "=", accountId)
		.where("used_at", "is", null)
		.execute();
}

/** Voids the links by which an account's password could be set. */
export async function voidResetLinks(tx: Tx, accountId: string, nowMs: number): Promise<void> {
	await tx
		.updateTable("password_reset")
		.set({ used_at: nowMs })
		.where("account_id", "=", accountId)
		.where("used_at", "is", null)
		.execute();
}
