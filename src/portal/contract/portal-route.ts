import type { Route } from "../../platform/http/route.ts";
import type { PortalErrorCode } from "./errors.ts";
import type { Role } from "./roles.ts";

/** Who may call an endpoint: anybody, anybody signed in, or accounts with one of the given roles. */
export type PortalAccess = "public" | "account" | readonly Role[];

/** An endpoint of the portal. Anything named in a path that does not belong to the caller is 404, unless the caller's role permits access. */
export type PortalRoute = Route<PortalAccess, PortalErrorCode>;

/** The roles that a route requires; `undefined` if none. */
export function rolesFor({ access }: PortalRoute): readonly Role[] | undefined {
	return typeof access === "string" ? undefined : access;
}
