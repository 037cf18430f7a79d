import type { HandlerWithHooks, RouteHandler } from "../platform/http/register-routes.ts";
import type { Route } from "../platform/http/route.ts";

/**
 * `public` needs no authentication and counts against the caller's address; `bearer` needs an access token. `credentials` and `signed_url` requests
 * authenticate themselves: their handlers do the check and the counting.
 */
export type ApiAccess = "public" | "bearer" | "credentials" | "signed_url";

/** Declaration of an endpoint of `/api/v1`, without its handler. */
export interface ApiRouteText extends Route<ApiAccess> {
	readonly id: string;
	/** Available only if this feature is enabled; otherwise the path is unknown. */
	readonly feature?: "webhooks";
	/** Accepts an `Idempotency-Key` (SPEC 4.5). */
	readonly idempotent?: boolean;
	/** Actions that a call can be charged for, by their names in `GET /pricing`; absent if it is free. */
	readonly charges?: readonly string[];
}

/** An endpoint of `/api/v1`. */
export interface ApiRoute<Parts> extends ApiRouteText {
	/** Creates the handler from the parts of the service that it needs. */
	readonly handle: (parts: Parts) => RouteHandler | HandlerWithHooks;
}

/** The same endpoint for HEAD, which monitors use: same headers, no body (SPEC D4). */
export function headOf<Parts>(route: ApiRoute<Parts>, id: string): ApiRoute<Parts> {
	const { answer: _, ...rest } = route;
	return { ...rest, id, summary: `${route.summary}: headers only`, status: 200 };
}
