import { type Actor, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import { insertRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { lockedAccount } from "./accounts.ts";
import { type CountedAttempt, clearAttempts, trustAddress } from "./attempts.ts";
import { useUpLink, voidLinks } from "./one-time-links.ts";
import { proveMailbox } from "./proven-mailbox.ts";
import { deleteSessions } from "./sessions.ts";

/** Subject of the event where an address has no password: the address of a stranger is not kept. */
export const NO_ACCOUNT = "none";

export interface PasswordChange {
	readonly accountId: string;
	/** The hash against which the current password was verified. */
	readonly currentHash: string;
	readonly newHash: string;
	/** The session to keep. */
	readonly sessionId: string;
	readonly attempt: CountedAttempt;
	readonly actor: Actor;
}

/** Sets a new password and ends every other session and every link requested before. @returns false when the password was changed meanwhile. */
export const changePassword = command<PasswordChange, boolean>(
	"portal.change_password",
	async (tx, input, traits) => {
		const account = await lockedAccount(tx, input.accountId, traits);
		if (account?.password_hash !== input.currentHash) return false;
		await setPassword(tx, input.accountId, input.newHash);
		await clearAttempts(tx, input.attempt);
		await deleteSessions(tx, { accountId: input.accountId, except: input.sessionId });
		await voidLinks(tx, ["password_reset", "email_link"], input.accountId, input.actor.atMs);
		await recordEvent(tx, input.actor, "password.changed", input.accountId);
		return true;
	},
);

export interface ResetIssue {
	readonly accountId: string;
	readonly tokenHash: string;
	readonly expiresAtMs: number;
	readonly actor: Actor;
}

/** Creates a one-time link, which voids any earlier one of the account. @returns the account's e-mail address, if it exists. */
export const issueReset = command<ResetIssue, string | undefined>(
	"portal.issue_reset",
	async (tx, input, traits) => {
		const account = await lockedAccount(tx, input.accountId, traits);
		if (!account) return undefined;
		await voidLinks(tx, ["password_reset"], input.accountId, input.actor.atMs);
		await insertRow(tx, "password_reset", {
			token_hash: input.tokenHash,
			account_id: input.accountId,
			created_at: input.actor.atMs,
			expires_at: input.expiresAtMs,
		});
		await recordEvent(tx, input.actor, "password.reset_issued", input.accountId);
		return account.email;
	},
);

export interface MailedReset {
	readonly email: string;
	readonly tokenHash: string;
	readonly expiresAtMs: number;
	readonly actor: Actor;
}

/**
 * Creates a one-time link for whoever holds the mailbox. An address without an account that has a password gets a row as well, among the links of
 * sign-ups, so that both cases take the same time; its token must not be mailed. @returns whether the address has one
 */
export const issueMailedReset = command<MailedReset, boolean>(
	"portal.issue_mailed_reset",
	async (tx, { email, tokenHash, expiresAtMs, actor }) => {
		const link = { token_hash: tokenHash, created_at: actor.atMs, expires_at: expiresAtMs };
		const account = await tx
			.selectFrom("account")
			.select("account_id")
			.where("email", "=", email)
			.where("disabled_at", "is", null)
			// Whoever signs in with a provider has no password, and must not get one past it.
			.where(({ not, exists, selectFrom }) =>
				not(
					exists(
						selectFrom("account_identity")
							.select("subject")
							.whereRef("account_identity.account_id", "=", "account.account_id"),
					),
				),
			)
			.executeTakeFirst();
		if (!account) {
			await insertRow(tx, "sign_up_link", { ...link, email });
			await recordEvent(tx, actor, "password.reset_mailed", NO_ACCOUNT);
			return false;
		}
		await insertRow(tx, "password_reset", { ...link, account_id: account.account_id, mailed_to: email });
		await recordEvent(tx, actor, "password.reset_mailed", account.account_id);
		return true;
	},
);

export interface PasswordReset {
	readonly accountId: string;
	readonly tokenHashes: readonly string[];
	readonly newHash: string;
	readonly actor: Actor;
}

/** Consumes a link and sets the password: of two concurrent uses one succeeds. Every session of the account ends. A link that was mailed proves the mailbox. */
export const resetPassword = command<PasswordReset, boolean>(
	"portal.reset_password",
	async (tx, { accountId, tokenHashes, newHash, actor }, traits) => {
		const account = await lockedAccount(tx, accountId, traits);
		if (!account || account.disabled_at !== null) return false;
		const used = await useUpLink(tx, "password_reset", tokenHashes, actor.atMs);
		if (used?.account_id !== accountId) return false;
		if (used.mailed_to === account.email) await proveMailbox(tx, account, { passwordHash: newHash }, actor);
		await setPassword(tx, accountId, newHash);
		await deleteSessions(tx, { accountId, except: null });
		await voidLinks(tx, ["password_reset", "email_link"], accountId, actor.atMs);
		if (actor.address !== null) await trustAddress(tx, account.email, actor.address, actor.atMs);
		await recordEvent(tx, { ...actor, accountId }, "password.reset", accountId);
		return true;
	},
);

/** A password chosen by the account holder never expires. */
async function setPassword(tx: Tx, accountId: string, hash: string): Promise<void> {
	await updateRows(
		tx,
		"account",
		{ account_id: accountId },
		{ password_hash: hash, password_expires_at: null },
	);
}
