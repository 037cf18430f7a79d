import { type Actor, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import { countRows, deleteRows, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { lockedAccount } from "./accounts.ts";
import { deleteSessions, useStep } from "./sessions.ts";

/** Stores a new secret, which is not in force yet. @returns false when one is already in force. */
export const startTotp = command<{ accountId: string; sealedSecret: string }, boolean>(
	"portal.start_totp",
	async (tx, { accountId, sealedSecret }) => {
		const { numUpdatedRows } = await tx
			.updateTable("account")
			.set({ totp_secret: sealedSecret })
			.where("account_id", "=", accountId)
			.where("totp_confirmed_at", "is", null)
			.executeTakeFirst();
		return numUpdatedRows === 1n;
	},
);

export interface TotpConfirmation {
	readonly accountId: string;
	/** The secret against which the code was verified. */
	readonly sealedSecret: string;
	readonly step: number;
	readonly recoveryHashes: readonly string[];
	/** The session to keep. */
	readonly sessionId: string;
	readonly actor: Actor;
}

/** Puts the secret into force, with new recovery codes, and ends every other session, since those were opened without a code. */
export const confirmTotp = command<TotpConfirmation, boolean>(
	"portal.confirm_totp",
	async (tx, input, traits) => {
		const account = await lockedAccount(tx, input.accountId, traits);
		if (!account || account.totp_confirmed_at !== null || account.totp_secret !== input.sealedSecret) {
			return false;
		}
		if (!(await useStep(tx, account, input.step))) return false;
		await updateRows(tx, "account", { account_id: input.accountId }, { totp_confirmed_at: input.actor.atMs });
		await deleteRows(tx, "recovery_code", { account_id: input.accountId });
		const rows = input.recoveryHashes.map((code_hash) => ({ account_id: input.accountId, code_hash }));
		await tx.insertInto("recovery_code").values(rows).execute();
		await deleteSessions(tx, { accountId: input.accountId, except: input.sessionId });
		await recordEvent(tx, input.actor, "totp.enabled", input.accountId);
		return true;
	},
);

/** Turns two-factor sign-in off. @returns false when there is no such account. */
export const removeTotp = command<{ accountId: string; actor: Actor }, boolean>(
	"portal.remove_totp",
	async (tx, { accountId, actor }) => {
		const numUpdatedRows = await updateRows(
			tx,
			"account",
			{ account_id: accountId },
			{ totp_secret: null, totp_confirmed_at: null },
		);
		if (numUpdatedRows !== 1) return false;
		await deleteRows(tx, "recovery_code", { account_id: accountId });
		await recordEvent(tx, actor, "totp.removed", accountId);
		return true;
	},
);

/** Stores the secret re-encrypted under the current key, unless it has changed since it was read. */
export const resealTotp = command<{ accountId: string; before: string; after: string }, undefined>(
	"portal.reseal_totp",
	async (tx, { accountId, before, after }) => {
		await updateRows(tx, "account", { account_id: accountId, totp_secret: before }, { totp_secret: after });
	},
);

export function recoveryCodesLeft(tx: Tx, accountId: string): Promise<number> {
	return countRows(
		tx.selectFrom("recovery_code").where("account_id", "=", accountId).where("used_at", "is", null),
	);
}
