import { type Actor, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import { insertRow, updateRows } from "../../platform/db/rows.ts";
import { findAccountByEmail, lockedAccount } from "./accounts.ts";
import { findLink, useUpLink, voidLinks } from "./one-time-links.ts";
import { proveMailbox } from "./proven-mailbox.ts";

export interface EmailLink {
	readonly accountId: string;
	/** The account's address, or the one that is to replace it. */
	readonly email: string;
	readonly tokenHash: string;
	readonly expiresAtMs: number;
	readonly nowMs: number;
}

/** Stores a link that verifies an address; earlier ones become void. @returns whether the address is another account's: then it must not be mailed. */
export const beginEmail = command<EmailLink, "free" | "taken">(
	"portal.begin_email",
	async (tx, { accountId, email, tokenHash, expiresAtMs, nowMs }) => {
		await voidLinks(tx, ["email_link"], accountId, nowMs);
		await insertRow(tx, "email_link", {
			token_hash: tokenHash,
			account_id: accountId,
			email,
			created_at: nowMs,
			expires_at: expiresAtMs,
		});
		const holder = await findAccountByEmail(tx, email);
		return holder && holder.account_id !== accountId ? "taken" : "free";
	},
);

export interface EmailConfirmation {
	readonly tokenHashes: readonly string[];
	/** Of the account that the link belongs to. */
	readonly session: { readonly accountId: string; readonly sessionId: string };
	readonly actor: Actor;
}

export type EmailConfirmationOutcome =
	| { readonly kind: "verified"; readonly formerEmail: string | null }
	| { readonly kind: "link_invalid" | "link_of_another_account" };

/**
 * Consumes a link: its address becomes the account's verified address. Of two concurrent uses one succeeds. It works only in a session of that
 * account: anybody may have had it sent to a mailbox whose owner opens it unsuspectingly.
 */
export const confirmEmail = command<EmailConfirmation, EmailConfirmationOutcome>(
	"portal.confirm_email",
	async (tx, { tokenHashes, session: { accountId, sessionId }, actor }, traits) => {
		const found = await findLink(tx, "email_link", tokenHashes, actor.atMs);
		if (found && found.account_id !== accountId) return { kind: "link_of_another_account" };
		const used = await useUpLink(tx, "email_link", tokenHashes, actor.atMs);
		if (!used) return { kind: "link_invalid" };
		const account = await lockedAccount(tx, accountId, traits);
		const holder = await findAccountByEmail(tx, used.email);
		const isFree = !holder || holder.account_id === accountId;
		if (!account || account.disabled_at !== null || !isFree) return { kind: "link_invalid" };
		await proveMailbox(tx, account, { sessionId }, actor);
		await updateRows(
			tx,
			"account",
			{ account_id: accountId },
			{ email: used.email, email_verified_at: actor.atMs },
		);
		const isChanged = used.email !== account.email;
		// Such a link may be in the former mailbox.
		if (isChanged) await voidLinks(tx, ["password_reset"], accountId, actor.atMs);
		await recordEvent(tx, { ...actor, accountId }, isChanged ? "email.changed" : "email.verified", accountId);
		return { kind: "verified", formerEmail: isChanged ? account.email : null };
	},
);
