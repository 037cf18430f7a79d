import { ROLES, type Role } from "./contract/roles.ts";
import type { AccountTable } from "./tables.ts";

/** The roles of an account, in the order in which they are declared; those of other versions are left out. */
export function rolesOf({ roles }: Pick<AccountTable, "roles">): Role[] {
	const held: readonly string[] = JSON.parse(roles ?? "[]");
	return ROLES.filter((role) => held.includes(role));
}

/** Roles as they are stored: each once, in the order in which they are declared. */
export function storedRoles(roles: readonly Role[]): string {
	return JSON.stringify(ROLES.filter((role) => roles.includes(role)));
}
