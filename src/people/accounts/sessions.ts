import { type Actor, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { findRow, insertRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { AccountSessionTable, AccountTable } from "../tables.ts";
import { lockedAccount } from "./accounts.ts";
import { type CountedAttempt, clearAttempts } from "./attempts.ts";

export interface NewSession {
	readonly sessionHash: string;
	readonly sessionId: string;
	readonly expiresAtMs: number;
	readonly address: string;
	readonly userAgent: string;
}

/** The second factor presented along with the password. */
export type SecondFactor =
	| { readonly kind: "none" }
	| { readonly kind: "totp"; readonly step: number }
	| { readonly kind: "recovery_code"; readonly hashes: readonly string[] };

export interface SessionOpening {
	readonly accountId: string;
	/** The hash against which the password was verified: if it has changed since, nothing was proven. */
	readonly passwordHash: string;
	readonly secondFactor: SecondFactor;
	readonly session: NewSession;
	readonly attempt: CountedAttempt;
	readonly actor: Actor;
}

/** Opens a session if the account is unchanged since the password was verified; a code is consumed in the same transaction. */
export const openSession = command<SessionOpening, boolean>(
	"portal.open_session",
	async (tx, input, traits) => {
		const account = await lockedAccount(tx, input.accountId, traits);
		if (!account || !maySignIn(account, input.actor.atMs)) return false;
		if (account.password_hash !== input.passwordHash) return false;
		if (!(await useSecondFactor(tx, account, input))) return false;
		await clearAttempts(tx, input.attempt);
		await insertSession(tx, input.accountId, input.session, input.actor.atMs);
		return true;
	},
);

/** Uses up a second factor, if the account has one, for something other than signing in. @returns whether it was right */
export const useFactor = command<Pick<SessionOpening, "accountId" | "secondFactor" | "actor">, boolean>(
	"portal.use_factor",
	async (tx, input, traits) => {
		const account = await lockedAccount(tx, input.accountId, traits);
		return account !== undefined && useSecondFactor(tx, account, input);
	},
);

/** The account is not disabled, and its password is not an expired one-time password. */
export function maySignIn(
	account: Pick<AccountTable, "disabled_at" | "password_expires_at">,
	nowMs: number,
): boolean {
	const { disabled_at, password_expires_at } = account;
	return disabled_at === null && (password_expires_at === null || nowMs < password_expires_at);
}

async function useSecondFactor(
	tx: Tx,
	account: AccountTable,
	{ secondFactor, actor }: Pick<SessionOpening, "secondFactor" | "actor">,
): Promise<boolean> {
	if (account.totp_confirmed_at === null) return true;
	if (secondFactor.kind === "totp") return useStep(tx, account, secondFactor.step);
	if (secondFactor.kind === "none") return false;
	const { numUpdatedRows } = await tx
		.updateTable("recovery_code")
		.set({ used_at: actor.atMs })
		.where("account_id", "=", account.account_id)
		.where("code_hash", "in", secondFactor.hashes)
		.where("used_at", "is", null)
		.executeTakeFirst();
	if (numUpdatedRows !== 1n) return false;
	await recordEvent(
		tx,
		{ ...actor, accountId: account.account_id },
		"recovery_code.used",
		account.account_id,
	);
	return true;
}

/** A code works once: its time step must be newer than the newest used one (RFC 6238, 5.2). */
export async function useStep(tx: Tx, account: AccountTable, step: number): Promise<boolean> {
	if (step <= account.totp_last_step) return false;
	await updateRows(tx, "account", { account_id: account.account_id }, { totp_last_step: step });
	return true;
}

export async function insertSession(
	tx: Tx,
	accountId: string,
	session: NewSession,
	nowMs: number,
): Promise<void> {
	await insertRow(tx, "account_session", {
		session_hash: session.sessionHash,
		session_id: session.sessionId,
		account_id: accountId,
		created_at: nowMs,
		last_seen_at: nowMs,
		expires_at: session.expiresAtMs,
		address: session.address,
		user_agent: session.userAgent,
	});
}

/** The session of a token, with its account. Does not check whether it has ended. */
export async function findSession(
	tx: Tx,
	hashes: readonly string[],
): Promise<{ session: AccountSessionTable; account: AccountTable } | undefined> {
	const session = await tx
		.selectFrom("account_session")
		.selectAll()
		.where("session_hash", "in", hashes)
		.executeTakeFirst();
	if (!session) return undefined;
	const account = await findRow(tx, "account", { account_id: session.account_id });
	return account && { session, account };
}

/** Records that the session is in use. */
export const touchSession = command<{ sessionHash: string; address: string; nowMs: number }, undefined>(
	"portal.touch_session",
	async (tx, { sessionHash, address, nowMs }) => {
		await tx
			.updateTable("account_session")
			.set({ last_seen_at: nowMs, address })
			.where("session_hash", "=", sessionHash)
			.where("last_seen_at", "<", nowMs)
			.execute();
	},
);

/** The active sessions of an account, most recently used first. */
export function sessionsOf(
	db: Database,
	accountId: string,
	nowMs: number,
	idleMs: number,
): Promise<AccountSessionTable[]> {
	return db.read
		.selectFrom("account_session")
		.selectAll()
		.where("account_id", "=", accountId)
		.where("expires_at", ">", nowMs)
		.where("last_seen_at", ">", nowMs - idleMs)
		.orderBy("last_seen_at", "desc")
		.orderBy("session_id")
		.execute();
}

/** Which sessions of an account end: one, or all but one. */
export type SessionEnd = { readonly accountId: string } & (
	| { readonly only: string }
	| { readonly except: string | null }
);

export const endSessions = command<SessionEnd, boolean>("portal.end_sessions", (tx, which) =>
	deleteSessions(tx, which),
);

/** @returns whether any ended. */
export async function deleteSessions(tx: Tx, which: SessionEnd): Promise<boolean> {
	const all = tx.deleteFrom("account_session").where("account_id", "=", which.accountId);
	const chosen =
		"only" in which
			? all.where("session_id", "=", which.only)
			: which.except === null
				? all
				: all.where("session_id", "<>", which.except);
	const { numDeletedRows } = await chosen.executeTakeFirst();
	return numDeletedRows > 0;
}
