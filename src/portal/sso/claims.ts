import type { Role } from "../http/contract.ts";
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
}

type Claims = Readonly<Record<string, unknown>>;

export function identityOf(
	issuer: string,
	subject: string,
	claims: Claims,
	settings: Pick<SsoSettings, "rolesClaim" | "roles">,
): ProvenIdentity {
	const { email, email_verified: verified } = claims;
	return {
		issuer,
		subject,
		email: typeof email === "string" ? email : undefined,
		// Some providers send it as a string.
		isEmailVerified: verified === true || verified === "true",
		roles:
			settings.rolesClaim === undefined ? undefined : rolesOfGroups(claims[settings.rolesClaim], settings),
	};
}

/** Groups may be a list, or a string separated by spaces like scopes. A group that is not mapped gives no role. */
function rolesOfGroups(groups: unknown, { roles }: Pick<SsoSettings, "roles">): Role[] {
	const named = Array.isArray(groups) ? groups : typeof groups === "string" ? groups.split(" ") : [];
	return named.flatMap((group) => roles.get(String(group)) ?? []);
}
