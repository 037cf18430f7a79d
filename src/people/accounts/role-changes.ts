import { sql } from "kysely";
import type { Role } from "../../pages/contract.ts";
import { type Actor, recordEvent } from "../../pages/events.ts";
import { rolesOf, storedRoles } from "../../pages/roles.ts";
import { command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { forUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { lockedAccount } from "./accounts.ts";

export interface RoleChange {
	readonly accountId: string;
	/** All roles that the account has afterwards. */
	readonly roles: readonly Role[];
	readonly actor: Actor;
}

export type RoleOutcome = "done" | "not_found" | "last_administrator";

/** Replaces the roles of an account. Its sessions continue: roles are read for every request. */
export const setRoles = command<RoleChange, RoleOutcome>(
	"portal.set_roles",
	async (tx, { accountId, roles, actor }, traits) => {
		const administrators = await lockedAdministrators(tx, traits);
		const account = await lockedAccount(tx, accountId, traits);
		if (!account) return "not_found";
		const before = rolesOf(account);
		const stored = storedRoles(roles);
		if (stored === JSON.stringify(before)) return "done";
		if (!roles.includes("administrator") && isLast(administrators, accountId)) return "last_administrator";
		await tx.updateTable("account").set({ roles: stored }).where("account_id", "=", accountId).execute();
		await recordEvent(tx, actor, "account.roles", accountId, { roles: [before, JSON.parse(stored)] });
		return "done";
	},
);

/** The administrators who may sign in, locked in a fixed order: of two concurrent changes that would leave none, the second sees the first. */
export async function lockedAdministrators(tx: Tx, traits: EngineTraits): Promise<readonly string[]> {
	const query = tx
		.selectFrom("account")
		.select("account_id")
		.where("roles", "like", sql.lit('%"administrator"%'))
		.where("disabled_at", "is", null)
		.orderBy("account_id");
	const rows = await forUpdate(query, traits).execute();
	return rows.map(({ account_id }) => account_id);
}

export function isLast(administrators: readonly string[], accountId: string): boolean {
	return administrators.length === 1 && administrators[0] === accountId;
}
