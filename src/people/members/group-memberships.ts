import { type Actor, recordEvent } from "../../pages/events.ts";
import { updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { insertMember, type Membership, removeMembership } from "./changes.ts";

interface Follower {
	readonly personId: string;
	/** Of the session that is being opened. */
	readonly sessionHash: string;
	/** What the person's groups give, each account once. */
	readonly memberships: readonly Membership[];
	readonly actor: Actor;
}

/** Lets a person belong to the accounts that their groups say, and to no other that groups gave them. What an invitation gave stays. */
export async function followGroups(
	tx: Tx,
	{ personId, sessionHash, memberships, actor }: Follower,
): Promise<void> {
	const held = await tx
		.selectFrom("account_member")
		.selectAll()
		.where("person_id", "=", personId)
		.orderBy("account_id")
		.execute();
	for (const { account_id: accountId } of held.filter(({ by_group }) => by_group === 1)) {
		if (memberships.some((given) => given.accountId === accountId)) continue;
		await removeMembership(tx, { accountId, personId, actor });
	}
	const joined: string[] = [];
	for (const given of memberships) {
		const before = held.find(({ account_id }) => account_id === given.accountId);
		if (before) await changeRole(tx, personId, { before, given, actor });
		else if (await isOpenTo(tx, given.accountId, personId)) {
			await insertMember(tx, given, { personId, byGroup: true }, actor);
			joined.push(given.accountId);
		}
	}
	const [first] = joined;
	// Whoever joins by groups came for that account.
	if (first !== undefined) {
		await updateRows(tx, "account_session", { session_hash: sessionHash }, { acts_for: first });
	}
}

interface RoleChange {
	readonly before: { readonly role: string; readonly by_group: number | null };
	readonly given: Membership;
	readonly actor: Actor;
}

async function changeRole(tx: Tx, personId: string, { before, given, actor }: RoleChange): Promise<void> {
	if (before.by_group !== 1 || before.role === given.role) return;
	await updateRows(
		tx,
		"account_member",
		{ account_id: given.accountId, person_id: personId },
		{ role: given.role },
	);
	await recordEvent(tx, actor, "member.role", personId, { role: [before.role, given.role] });
}

/** Whoever opened an account belongs to it anyway. */
async function isOpenTo(tx: Tx, accountId: string, personId: string): Promise<boolean> {
	if (accountId === personId) return false;
	const account = await tx
		.selectFrom("account")
		.select("account_id")
		.where("account_id", "=", accountId)
		.where("disabled_at", "is", null)
		.executeTakeFirst();
	return account !== undefined;
}
