import type { Role } from "../../pages/contract.ts";
import { type Actor, recordEvent } from "../../pages/events.ts";
import { storedRoles } from "../../pages/roles.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { findRow, forUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { readPortalSettings } from "../portal-settings.ts";
import type { AccountTable } from "../tables.ts";
import { insertBuyer } from "./buyer.ts";

export interface NewAccount {
	readonly accountId: string;
	readonly email: string;
	readonly passwordHash: string;
	/** Expiry of a one-time password; null for one chosen by the account holder. */
	readonly passwordExpiresAtMs: number | null;
	readonly roles: readonly Role[];
	/** The ownership under which it may propose; otherwise it may not. */
	readonly proposesAs?: string | null;
	/** Whether a mailed link was opened; an address that was only typed is not verified. */
	readonly isVerified?: true;
	/** Self-service: refused when sign-up is closed. */
	readonly isSignUp: boolean;
	readonly actor: Actor;
}

export type NewAccountOutcome = "created" | "email_taken" | "sign_up_closed";

export const createAccount = command<NewAccount, NewAccountOutcome>(
	"portal.create_account",
	async (tx, input, traits) => {
		if (input.isSignUp && !(await readPortalSettings(tx)).signUpOpen) return "sign_up_closed";
		return (await insertAccount(tx, input, traits)) ? "created" : "email_taken";
	},
);

/** Creates an account, and the client with which it buys, inside the caller's transaction. @returns whether the address was free. */
export async function insertAccount(
	tx: Tx,
	input: Omit<NewAccount, "isSignUp">,
	traits: EngineTraits,
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await tx
		.insertInto("account")
		.values({
			account_id: input.accountId,
			email: input.email,
			password_hash: input.passwordHash,
			password_expires_at: input.passwordExpiresAtMs,
			roles: storedRoles(input.roles),
			proposes_as: input.proposesAs ?? null,
			created_at: input.actor.atMs,
			totp_last_step: 0,
			email_verified_at: input.isVerified ? input.actor.atMs : null,
		})
		.onConflict((on) => on.column("email").doNothing())
		.executeTakeFirst();
	if (numInsertedOrUpdatedRows !== 1n) return false;
	await insertBuyer(tx, { ...input, atMs: input.actor.atMs }, traits);
	const detail = input.roles.length > 0 ? storedRoles(input.roles) : null;
	await recordEvent(tx, input.actor, "account.created", input.accountId, detail);
	if (input.proposesAs) await recordProposesAs(tx, input.actor, input.accountId, [null, input.proposesAs]);
	return true;
}

/** Records under which ownership an account may propose, before and after a change. */
export function recordProposesAs(
	tx: Tx,
	actor: Actor,
	accountId: string,
	proposes_as: readonly [before: string | null, after: string | null],
): Promise<void> {
	return recordEvent(tx, actor, "account.proposes_as", accountId, { proposes_as });
}

export function findAccountByEmail(tx: Tx, email: string): Promise<AccountTable | undefined> {
	return findRow(tx, "account", { email });
}

export function findAccount(tx: Tx, accountId: string): Promise<AccountTable | undefined> {
	return findRow(tx, "account", { account_id: accountId });
}

/** The address by which people know an account; null for the command line, and for nobody. */
export async function emailOf(tx: Tx, accountId: string | null): Promise<string | null> {
	return accountId === null ? null : ((await findAccount(tx, accountId))?.email ?? accountId);
}

/** The addresses of accounts, by id. */
export async function emailsOf(
	tx: Tx,
	accountIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
	const ids = [...new Set(accountIds.flatMap((accountId) => accountId ?? []))];
	if (ids.length === 0) return new Map();
	const accounts = tx.selectFrom("account").select(["account_id", "email"]);
	const rows = await accounts.where("account_id", "in", ids).execute();
	return new Map(rows.map(({ account_id, email }) => [account_id, email]));
}

/** The account, locked until the end of the transaction where transactions run concurrently, so that decisions about it are serialised. */
export function lockedAccount(
	tx: Tx,
	accountId: string,
	traits: EngineTraits,
): Promise<AccountTable | undefined> {
	const query = tx.selectFrom("account").selectAll().where("account_id", "=", accountId);
	return forUpdate(query, traits).executeTakeFirst();
}

/** All accounts, for the command line. */
export function allAccounts(db: Database): Promise<AccountTable[]> {
	return db.scan.selectFrom("account").selectAll().orderBy("email").execute();
}
