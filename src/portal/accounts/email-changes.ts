import { command } from "../../platform/db/command.ts";
import { insertRow, updateRows } from "../../platform/db/rows.ts";
import { type Actor, recordEvent } from "../events.ts";
import { findAccountByEmail, lockedAccount } from "./accounts.ts";
import { useUpLink, voidLinks } from "./one-time-links.ts";

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
	readonly actor: Actor;
}

export type EmailConfirmationOutcome =
	| { readonly kind: "verified"; readonly formerEmail: string | null }
	| { readonly kind: "link_invalid" };

/** Consumes a link: its address becomes the account's verified address. Of two concurrent uses one succeeds. */
export const confirmEmail = command<EmailConfirmation, EmailConfirmationOutcome>(
	"portal.confirm_email",
	async (tx, { tokenHashes, actor }, traits) => {
		const used = await useUpLink(tx, "email_link", tokenHashes, actor.atMs);
		if (!used) return { kind: "link_invalid" };
		const accountId = used.account_id;
		const account = await lockedAccount(tx, accountId, traits);
		const holder = await findAccountByEmail(tx, used.email);
		const isFree = !holder || holder.account_id === accountId;
		if (!account || account.disabled_at !== null || !isFree) return { kind: "link_invalid" };
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
