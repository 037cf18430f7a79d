import type { Actor } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import { readPortalSettings } from "../portal-settings.ts";
import { findAccountByEmail, insertAccount } from "./accounts.ts";
import { useUpLink } from "./one-time-links.ts";
import { insertSession, type NewSession } from "./sessions.ts";

export interface SignUpStart {
	readonly email: string;
	readonly tokenHash: string;
	readonly expiresAtMs: number;
	readonly nowMs: number;
}

/** The state of the address, which decides what is mailed to it. */
export type SignUpStartOutcome = "free" | "taken" | "sign_up_closed";

/** Stores the link of a sign-up. A taken address gets a row as well, so that both take the same time; its token is not mailed and completes nothing. */
export const beginSignUp = command<SignUpStart, SignUpStartOutcome>(
	"portal.begin_sign_up",
	async (tx, { email, tokenHash, expiresAtMs, nowMs }) => {
		if (!(await readPortalSettings(tx)).signUpOpen) return "sign_up_closed";
		await tx
			.insertInto("sign_up_link")
			.values({ token_hash: tokenHash, email, created_at: nowMs, expires_at: expiresAtMs })
			.execute();
		return (await findAccountByEmail(tx, email)) ? "taken" : "free";
	},
);

export interface SignUpCompletion {
	readonly tokenHashes: readonly string[];
	readonly accountId: string;
	readonly passwordHash: string;
	readonly session: NewSession;
	readonly actor: Actor;
}

export type SignUpCompletionOutcome = "created" | "link_invalid" | "sign_up_closed";

/** Consumes a link, creates the account and a session: of two concurrent uses one succeeds, and likewise of two links for one address. */
export const completeSignUp = command<SignUpCompletion, SignUpCompletionOutcome>(
	"portal.complete_sign_up",
	async (tx, { tokenHashes, accountId, passwordHash, session, actor }, traits) => {
		if (!(await readPortalSettings(tx)).signUpOpen) return "sign_up_closed";
		const used = await useUpLink(tx, "sign_up_link", tokenHashes, actor.atMs);
		if (!used) return "link_invalid";
		const account = { accountId, email: used.email, passwordHash, passwordExpiresAtMs: null };
		const isFree = await insertAccount(tx, { ...account, roles: [], isVerified: true, actor }, traits);
		if (!isFree) return "link_invalid";
		await insertSession(tx, accountId, session, actor.atMs);
		return "created";
	},
);
