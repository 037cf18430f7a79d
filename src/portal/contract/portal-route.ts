import type { Route } from "../../platform/http/route.ts";
import type { PortalErrorCode } from "./errors.ts";
import type { Role } from "./roles.ts";

/** Who may call an endpoint: anybody, whoever is signed in, or accounts that have one of the roles named. */
export type PortalAccess = "public" | "account" | readonly Role[];

/** An endpoint of the portal. Whatever a path names that is not the caller's is 404, unless the caller's role lets them look after it. */
export type PortalRoute = Route<PortalAccess, PortalErrorCode>;

/** The roles that a route asks for; `undefined` where it asks for none. */
export function rolesFor({ access }: PortalRoute): readonly Role[] | undefined {
	return typeof access === "string" ? undefined : access;
}
