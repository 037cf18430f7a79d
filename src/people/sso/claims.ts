import { MEMBER_ROLES, type Role } from "../../pages/contract.ts";
import type { Membership } from "../members/changes.ts";
import type { SsoSettings } from "./settings.ts";

/** A person identified by the provider. */
export interface ProvenIdentity {
	readonly issuer: string;
	/** Never reused by the provider, unlike an address. */
	readonly subject: string;
	readonly email: string | undefined;
	/** Whether the provider states that the address is the person's own. */
	readonly isEmailVerified: boolean;
	/** All roles from now on; `undefined` if roles are managed in the pages. */
	readonly roles: readonly Role[] | undefined;
	/** The accounts that the person's groups belong to, each once; `undefined` if members are only invited. */
	readonly memberships: readonly Membership[] | undefined;
}

export function identityOf(
	issuer: string,
	subject: string,
	claims: Readonly<Record<string, unknown>>,
	settings: Pick<SsoSettings, "rolesClaim" | "roles" | "accounts">,
): ProvenIdentity {
	const { email, email_verified: verified } = claims;
	const { rolesClaim, roles, accounts } = settings;
	const groups = rolesClaim === undefined ? undefined : groupsIn(claims[rolesClaim]);
	return {
		issuer,
		subject,
		email: typeof email === "string" ? email : undefined,
		// Some providers send it as a string.
		isEmailVerified: verified === true || verified === "true",
		roles: roles.size === 0 ? undefined : groups?.flatMap((group) => roles.get(group) ?? []),
		memberships: groups && strongest(groups.flatMap((group) => accounts.get(group) ?? [])),
	};
}

/** Groups may be a list, or a string separated by spaces like scopes. A group that is not mapped gives nothing. */
function groupsIn(groups: unknown): string[] {
	const named = Array.isArray(groups) ? groups : typeof groups === "string" ? groups.split(" ") : [];
	return named.map(String);
}

/** Of several roles in one account the first of `MEMBER_ROLES`. */
function strongest(memberships: readonly Membership[]): Membership[] {
	const sorted = memberships.toSorted(
		(one, other) => MEMBER_ROLES.indexOf(one.role) - MEMBER_ROLES.indexOf(other.role),
	);
	return sorted.filter(
		({ accountId }, place) => sorted.findIndex((each) => each.accountId === accountId) === place,
	);
}
