import type { CarryOver } from "../../platform/db/state-before.ts";

/** Links that work once. */
const LINKS = ["password_reset", "sign_up_link", "email_link", "account_invitation"];

/** How people sign in and what they may do stays as it was before a restore; sessions and links that had ended do not work again. */
export async function carryOverAccounts(state: CarryOver): Promise<void> {
	const accounts = state.nameOf("account");
	if (accounts === undefined) return;
	const account = { table: "account", key: ["account_id"] };
	await state.change({
		...account,
		set: {
			password_hash: "before.password_hash",
			password_expires_at: "before.password_expires_at",
			roles: "before.roles",
			disabled_at: "coalesce(account.disabled_at, before.disabled_at)",
			totp_secret: "before.totp_secret",
			totp_confirmed_at: "before.totp_confirmed_at",
			totp_last_step: "before.totp_last_step",
			proposes_as: "before.proposes_as",
			others_until: "before.others_until",
		},
	});
	// A mailbox that was given up must not reset the password. Another account of the backup may have the address.
	await state.change({
		...account,
		set: ["email", "email_verified_at"],
		where: "not exists (select 1 from account as other where other.email = before.email)",
	});

	const session = { table: "account_session", key: ["session_hash"] };
	await state.change({ ...session, set: ["acts_for"] });
	await state.remove(session);
	for (const table of LINKS) {
		const links = { table, key: ["token_hash"] };
		await state.change({ ...links, set: { used_at: `coalesce(${table}.used_at, before.used_at)` } });
		await state.remove(links);
	}

	// Only of accounts that both states have: of others, the state before says nothing.
	const isKnown = (column: string) => `${column} in (select account_id from ${accounts})`;
	const codes = { table: "recovery_code", key: ["account_id", "code_hash"] };
	await state.remove({ ...codes, where: isKnown("account_id") });
	await state.add({ ...codes, where: "before.account_id in (select account_id from account)" });
	await state.change({ ...codes, set: ["used_at"] });
	await state.remove({
		table: "account_identity",
		key: ["issuer", "subject", "account_id"],
		where: isKnown("account_id"),
	});
	const members = { table: "account_member", key: ["account_id", "person_id"] };
	await state.change({ ...members, set: ["role", "by_group"] });
	await state.remove({ ...members, where: `${isKnown("account_id")} and ${isKnown("person_id")}` });
}
