import type { Route } from "../../platform/http/route.ts";
import type { PortalErrorCode } from "./errors.ts";

/**
 * An endpoint of the portal: `public` needs no session, `account` one, `administrator` one of an administrator. Whatever a path names that
 * is not the caller's is 404.
 */
export type PortalRoute = Route<"public" | "account" | "administrator", PortalErrorCode>;
