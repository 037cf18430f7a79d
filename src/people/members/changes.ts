import { sql } from "kysely";
import type { MemberRole } from "../../pages/contract.ts";
import { type Actor, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { deleteRows, findRow, insertRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { insertAccount, lockedAccount } from "../accounts/accounts.ts";
import { findLink, useUpLink, voidLinks } from "../accounts/one-time-links.ts";
import { insertSession, type NewSession } from "../accounts/sessions.ts";
import { membersOf, openInvitations } from "./memberships.ts";

/** Members and invitations together, so that neither the page nor a decision about an account grows without end. */
const MOST_MEMBERS = 50;

export const nameAccount = command<{ accountId: string; name: string; actor: Actor }, undefined>(
	"portal.name_account",
	async (tx, { accountId, name, actor }, traits) => {
		const account = await lockedAccount(tx, accountId, traits);
		if (!account || account.name === name) return;
		await tx.updateTable("account").set({ name }).where("account_id", "=", accountId).execute();
		await recordEvent(tx, actor, "account.named", accountId, { name: [account.name, name] });
	},
);

interface NewInvitation {
	readonly accountId: string;
	readonly invitationId: string;
	readonly tokenHash: string;
	readonly email: string | null;
	readonly role: MemberRole;
	readonly expiresAtMs: number;
	readonly sessionHash: string;
	readonly actor: Actor;
}

type InvitationOutcome = "invited" | "member_limit_reached" | "already_member" | "not_signed_in";

/** Invites somebody, unless the session has ended meanwhile: whoever ends all sessions of an account must be sure that none of them still gives access. */
export const inviteMember = command<NewInvitation, InvitationOutcome>(
	"portal.invite_member",
	async (tx, { accountId, sessionHash, actor, ...input }, traits) => {
		const account = await lockedAccount(tx, accountId, traits);
		const session = await findRow(tx, "account_session", { session_hash: sessionHash }, ["session_id"]);
		if (!session) return "not_signed_in";
		const members = await membersOf(tx, accountId);
		const addresses = [account?.email, ...members.map(({ email }) => email)];
		if (input.email !== null && addresses.includes(input.email)) return "already_member";
		const open = await openInvitations(tx, accountId, actor.atMs);
		if (1 + members.length + open.length >= MOST_MEMBERS) return "member_limit_reached";
		await insertRow(tx, "account_invitation", {
			token_hash: input.tokenHash,
			invitation_id: input.invitationId,
			account_id: accountId,
			email: input.email,
			role: input.role,
			created_at: actor.atMs,
			expires_at: input.expiresAtMs,
		});
		const invited = { role: [null, input.role], email: [null, input.email] };
		await recordEvent(tx, actor, "member.invited", accountId, invited);
		return "invited";
	},
);

/** @returns false when there is no such invitation, or it was used. */
export const withdrawInvitation = command<{ accountId: string; invitationId: string; actor: Actor }, boolean>(
	"portal.withdraw_invitation",
	async (tx, { accountId, invitationId, actor }) => {
		const withdrawn = await tx
			.updateTable("account_invitation")
			.set({ used_at: actor.atMs })
			.where("account_id", "=", accountId)
			.where("invitation_id", "=", invitationId)
			.where("used_at", "is", null)
			.where("expires_at", ">", actor.atMs)
			.returning("email")
			.executeTakeFirst();
		if (!withdrawn) return false;
		await recordEvent(tx, actor, "member.invitation_withdrawn", accountId, {
			email: [withdrawn.email, null],
		});
		return true;
	},
);

interface Joining {
	readonly tokenHashes: readonly string[];
	readonly personId: string;
	readonly sessionHash: string;
	readonly actor: Actor;
}

/** Uses an invitation: of two uses at once one succeeds. The session acts for the account from then on. */
export const acceptInvitation = command<Joining, "joined" | "link_invalid" | "already_member">(
	"portal.accept_invitation",
	async (tx, { tokenHashes, personId, sessionHash, actor }, traits) => {
		if (await belongsTo(tx, personId, tokenHashes)) return "already_member";
		const invitation = await usedInvitation(tx, tokenHashes, actor.atMs, traits);
		if (!invitation) return "link_invalid";
		await insertMember(tx, invitation, { personId, byGroup: false }, actor);
		await actFor(tx, sessionHash, invitation.accountId);
		return "joined";
	},
);

interface InvitedSignUp {
	readonly tokenHashes: readonly string[];
	readonly accountId: string;
	readonly email: string;
	readonly passwordHash: string;
	readonly session: NewSession;
	readonly actor: Actor;
}

/** The same for somebody new, who gets an account to sign in with. If the address is taken, the link keeps working. */
export const signUpInvited = command<InvitedSignUp, "created" | "link_invalid" | "email_taken">(
	"portal.sign_up_invited",
	async (tx, { tokenHashes, session, ...input }, traits) => {
		const { accountId, actor } = input;
		const taken = await findRow(tx, "account", { email: input.email }, ["account_id"]);
		if (taken) return "email_taken";
		const invitation = await usedInvitation(tx, tokenHashes, actor.atMs, traits);
		if (!invitation) return "link_invalid";
		const account = { ...input, passwordExpiresAtMs: null, roles: [] };
		// Taken since: whoever got it can sign in and be invited again.
		if (!(await insertAccount(tx, account, traits))) return "email_taken";
		await insertMember(tx, invitation, { personId: accountId, byGroup: false }, actor);
		await insertSession(tx, accountId, session, actor.atMs);
		await actFor(tx, session.sessionHash, invitation.accountId);
		return "created";
	},
);

/** Whether a person belongs to the account of an invitation, which then keeps working for somebody else. */
async function belongsTo(tx: Tx, personId: string, tokenHashes: readonly string[]): Promise<boolean> {
	const { rows } = await sql<{ account_id: string }>`
		select account_id from account_invitation where token_hash in (${sql.join(tokenHashes)}) and (account_id = ${personId}
			or account_id in (select account_id from account_member where person_id = ${personId}))`.execute(tx);
	return rows.length > 0;
}

async function usedInvitation(
	tx: Tx,
	tokenHashes: readonly string[],
	nowMs: number,
	traits: EngineTraits,
): Promise<Membership | undefined> {
	const invitation = await findLink(tx, "account_invitation", tokenHashes, nowMs);
	// The account first, as all who change its invitations do.
	const account = invitation && (await lockedAccount(tx, invitation.account_id, traits));
	if (!account || account.disabled_at !== null) return undefined;
	const used = await useUpLink(tx, "account_invitation", tokenHashes, nowMs);
	return used && { accountId: used.account_id, role: used.role as MemberRole };
}

/** An account that somebody belongs to, and as what. */
export interface Membership {
	readonly accountId: string;
	readonly role: MemberRole;
}

/** Adds a member, and records it. */
export async function insertMember(
	tx: Tx,
	{ accountId, role }: Membership,
	{ personId, byGroup }: { readonly personId: string; readonly byGroup: boolean },
	actor: Actor,
): Promise<void> {
	await tx
		.insertInto("account_member")
		.values({
			account_id: accountId,
			person_id: personId,
			role,
			joined_at: actor.atMs,
			by_group: byGroup ? 1 : null,
		})
		// Two invitations that are used at once make one member.
		.onConflict((on) => on.columns(["account_id", "person_id"]).doNothing())
		.execute();
	await recordEvent(tx, actor, "member.joined", accountId, { role: [null, role] });
}

interface Concerned {
	readonly accountId: string;
	readonly personId: string;
	readonly actor: Actor;
}

export const setMemberRole = command<Concerned & { readonly role: MemberRole }, boolean>(
	"portal.set_member_role",
	async (tx, { accountId, personId, role, actor }, traits) => {
		await lockedAccount(tx, accountId, traits);
		const before = (await membersOf(tx, accountId)).find(({ person_id }) => person_id === personId);
		if (!before) return false;
		if (before.role === role) return true;
		await updateRows(tx, "account_member", { account_id: accountId, person_id: personId }, { role });
		await recordEvent(tx, actor, "member.role", personId, { role: [before.role, role] });
		return true;
	},
);

/** Ends a membership and its sessions, but for `input.kept`, the one in which somebody leaves. @returns false when the person is no member. */
export const removeMember = command<Concerned & { readonly kept?: string }, boolean>(
	"portal.remove_member",
	async (tx, input, traits) => {
		await lockedAccount(tx, input.accountId, traits);
		return removeMembership(tx, input);
	},
);

/** The same inside a transaction. */
export async function removeMembership(
	tx: Tx,
	{ accountId, personId, kept, actor }: Concerned & { readonly kept?: string },
): Promise<boolean> {
	const numDeletedRows = await deleteRows(tx, "account_member", {
		account_id: accountId,
		person_id: personId,
	});
	if (numDeletedRows === 0) return false;
	if (kept !== undefined) await actFor(tx, kept, null);
	await deleteRows(tx, "account_session", { account_id: personId, acts_for: accountId });
	await recordEvent(tx, actor, kept === undefined ? "member.removed" : "member.left", personId);
	return true;
}

/** Ends all memberships of an account and its invitations: whoever made them was not its owner. */
export async function removeMembers(tx: Tx, accountId: string, nowMs: number): Promise<void> {
	await deleteRows(tx, "account_member", { account_id: accountId });
	await deleteRows(tx, "account_session", { acts_for: accountId });
	await voidLinks(tx, ["account_invitation"], accountId, nowMs);
}

/** @returns false when the person does not belong to that account. */
export const switchAccount = command<{ sessionHash: string; personId: string; accountId: string }, boolean>(
	"portal.switch_account",
	async (tx, { sessionHash, personId, accountId }) => {
		const isOwn = accountId === personId;
		const members = isOwn ? [] : await membersOf(tx, accountId);
		if (!isOwn && !members.some(({ person_id }) => person_id === personId)) return false;
		await actFor(tx, sessionHash, isOwn ? null : accountId);
		return true;
	},
);

async function actFor(tx: Tx, sessionHash: string, accountId: string | null): Promise<void> {
	await updateRows(tx, "account_session", { session_hash: sessionHash }, { acts_for: accountId });
}
