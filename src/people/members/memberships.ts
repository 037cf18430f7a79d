import type { Member } from "../../pages/call.ts";
import type { MemberRole } from "../../pages/contract.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { AccountSessionTable, AccountTable } from "../tables.ts";
import type { AccountInvitationTable } from "./tables.ts";

/** For which account a session acts: the person's own unless they chose another, and only as long as they belong to it. */
export async function actingFor(
	tx: Tx,
	{ session, account }: { readonly session: AccountSessionTable; readonly account: AccountTable },
): Promise<Pick<Member, "shop" | "role">> {
	const own = { shop: account, role: "owner" } as const;
	if (session.acts_for === null) return own;
	const found = await tx
		.selectFrom("account_member")
		.innerJoin("account", "account.account_id", "account_member.account_id")
		.selectAll("account")
		.select("role")
		.where("account_member.account_id", "=", session.acts_for)
		.where("person_id", "=", account.account_id)
		.where("disabled_at", "is", null)
		.executeTakeFirst();
	if (!found) return own;
	const { role, ...shop } = found;
	return { shop, role: role as MemberRole };
}

/** What an account is called: by its name or, until it has one, by the address of whoever opened it. */
export function accountName({ name, email }: Pick<AccountTable, "name" | "email">): string {
	return name ?? email;
}

export interface Membership {
	readonly account_id: string;
	readonly name: string | null;
	readonly email: string;
	readonly role: MemberRole;
}

/** The accounts that a person was invited to, by name. */
export async function membershipsOf(tx: Tx, personId: string): Promise<Membership[]> {
	const rows = await tx
		.selectFrom("account_member")
		.innerJoin("account", "account.account_id", "account_member.account_id")
		.select(["account.account_id", "name", "email", "role"])
		.where("person_id", "=", personId)
		.where("disabled_at", "is", null)
		.execute();
	const named = rows.map((row) => ({ ...row, role: row.role as MemberRole }));
	return named.sort((a, b) => accountName(a).localeCompare(accountName(b)));
}

/** The members of an account besides whoever opened it, in the order in which they joined. */
export function membersOf(tx: Tx, accountId: string) {
	return tx
		.selectFrom("account_member")
		.innerJoin("account", "account.account_id", "account_member.person_id")
		.select(["person_id", "email", "role", "joined_at"])
		.where("account_member.account_id", "=", accountId)
		.orderBy("joined_at")
		.orderBy("person_id")
		.execute();
}

/** Invitations to an account that still work, newest first. */
export function openInvitations(tx: Tx, accountId: string, nowMs: number): Promise<AccountInvitationTable[]> {
	return tx
		.selectFrom("account_invitation")
		.selectAll()
		.where("account_id", "=", accountId)
		.where("used_at", "is", null)
		.where("expires_at", ">", nowMs)
		.orderBy("created_at", "desc")
		.orderBy("invitation_id", "desc")
		.execute();
}
