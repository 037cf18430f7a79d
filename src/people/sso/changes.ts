import { type Actor, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { deleteRows, findRow, insertRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { findAccountByEmail, insertAccount, lockedAccount } from "../accounts/accounts.ts";
import { proveMailbox } from "../accounts/proven-mailbox.ts";
import { setRoles } from "../accounts/role-changes.ts";
import { deleteSessions, insertSession, type NewSession } from "../accounts/sessions.ts";
import { followGroups } from "../members/group-memberships.ts";
import type { ProvenIdentity } from "./claims.ts";

export interface IdentitySignIn {
	readonly identity: Omit<ProvenIdentity, "email">;
	/** Normalised for finding accounts; `undefined` if the provider gives no valid one. */
	readonly email: string | undefined;
	/** For the account to be created if there is none. */
	readonly accountId: string;
	/** Hash of a password that nobody knows. */
	readonly passwordHash: string;
	readonly session: NewSession;
	readonly actor: Actor;
}

export type IdentityOutcome =
	| { readonly kind: "opened"; readonly accountId: string }
	| { readonly kind: "disabled" | "email_missing" | "email_not_verified" | "already_linked" };

/**
 * Opens a session for a person identified by the provider. On a first sign-in they get the account with their address, if the provider
 * states that it is theirs and nobody else there signs in to it, or a new one.
 */
export const signInByIdentity = command<IdentitySignIn, IdentityOutcome>(
	"portal.sign_in_by_identity",
	async (tx, input, traits, beforeCommit) => {
		const found = await accountOf(tx, input, traits);
		if ("kind" in found) return found;
		const { accountId } = found;
		const { roles } = input.identity;
		const actor = { ...input.actor, accountId };
		// The last administrator stays one, whatever the provider says.
		if (roles) await setRoles.run(tx, [{ accountId, roles, actor }], traits, beforeCommit);
		const account = await lockedAccount(tx, accountId, traits);
		if (!account || account.disabled_at !== null) return { kind: "disabled" };
		await insertSession(tx, accountId, input.session, actor.atMs);
		const { memberships } = input.identity;
		const { sessionHash } = input.session;
		if (memberships) await followGroups(tx, { personId: accountId, sessionHash, memberships, actor });
		return { kind: "opened", accountId };
	},
	// Two first sign-ins of one person are serialised.
	({ identity }) => `${identity.issuer} ${identity.subject}`,
);

/** Unlinks an account from the provider and ends its sessions. @returns false when there is no such account. */
export const unlinkIdentities = command<{ accountId: string; actor: Actor }, boolean>(
	"portal.unlink_identities",
	async (tx, { accountId, actor }, traits) => {
		if (!(await lockedAccount(tx, accountId, traits))) return false;
		const numDeletedRows = await deleteRows(tx, "account_identity", { account_id: accountId });
		if (numDeletedRows === 0) return true;
		await deleteSessions(tx, { accountId, except: null });
		await recordEvent(tx, actor, "account.unlinked", accountId);
		return true;
	},
);

async function accountOf(
	tx: Tx,
	input: IdentitySignIn,
	traits: EngineTraits,
): Promise<{ accountId: string } | IdentityOutcome> {
	const { issuer, subject, isEmailVerified } = input.identity;
	const known = await findRow(tx, "account_identity", { issuer, subject }, ["account_id"]);
	if (known) return { accountId: known.account_id };
	if (input.email === undefined) return { kind: "email_missing" };
	// Otherwise anybody entering somebody else's address at the provider would get their account.
	if (!isEmailVerified) return { kind: "email_not_verified" };
	return linkAccount(tx, input, input.email, traits);
}

async function linkAccount(
	tx: Tx,
	input: IdentitySignIn,
	email: string,
	traits: EngineTraits,
): Promise<{ accountId: string } | IdentityOutcome> {
	const { accountId: newId, passwordHash, identity, actor } = input;
	const isNew = await insertAccount(
		tx,
		{
			accountId: newId,
			email,
			passwordHash,
			passwordExpiresAtMs: null,
			roles: [],
			isVerified: true,
			actor: { ...actor, accountId: newId },
		},
		traits,
	);
	const account = isNew ? undefined : await findAccountByEmail(tx, email);
	const accountId = account?.account_id ?? newId;
	if (account) {
		// Of two people with one address, only one is linked.
		await lockedAccount(tx, accountId, traits);
		// Whoever has the address by now may not be the person whose account this is.
		if (await isLinked(tx, accountId, identity.issuer)) return { kind: "already_linked" };
	}
	if (account) await proveMailbox(tx, account, { passwordHash }, actor);
	const { issuer, subject } = identity;
	await insertRow(tx, "account_identity", { issuer, subject, account_id: accountId, linked_at: actor.atMs });
	await recordEvent(tx, { ...actor, accountId }, "account.linked", accountId, issuer);
	return { accountId };
}

/** Whether anybody of the provider signs in to the account. */
async function isLinked(tx: Tx, accountId: string, issuer: string): Promise<boolean> {
	const found = await findRow(tx, "account_identity", { account_id: accountId, issuer }, ["subject"]);
	return found !== undefined;
}
