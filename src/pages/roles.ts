import { ROLES, type Role } from "./contract.ts";

/** The roles of an account, in declaration order; unknown ones of other versions are left out. */
export function rolesOf({ roles }: { readonly roles: string | null }): Role[] {
	const held: readonly string[] = JSON.parse(roles ?? "[]");
	return ROLES.filter((role) => held.includes(role));
}

export function holdsOneOf(account: { readonly roles: string | null }, roles: readonly Role[]): boolean {
	return rolesOf(account).some((held) => roles.includes(held));
}

/** Roles in their stored form: each once, in declaration order. */
export function storedRoles(roles: readonly Role[]): string {
	return JSON.stringify(ROLES.filter((role) => roles.includes(role)));
}
