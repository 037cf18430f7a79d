import type { HandlerWithHooks, RouteHandler } from "../platform/http/register-routes.ts";
import type { Route } from "../platform/http/route.ts";
import type { ErrorCode } from "./error-catalogue.ts";

/**
 * `public` needs nothing and counts against the caller's address, `bearer` an access token. `credentials` and `signed_url` carry in
 * themselves what lets them in: their handlers look at it and count by it.
 */
export type ApiAccess = "public" | "bearer" | "credentials" | "signed_url";

/** What is said of an endpoint of `/api/v1`. */
export interface ApiRouteText extends Route<ApiAccess, ErrorCode> {
	readonly id: string;
	/** Offered only where this is switched on; elsewhere it is an unknown path. */
	readonly feature?: "webhooks";
	/** Takes an `Idempotency-Key` (SPEC 4.5). */
	readonly idempotent?: boolean;
	/** What a call can be charged for, by the names in `GET /pricing`; absent: it is free. */
	readonly charges?: readonly string[];
}

/** An endpoint of `/api/v1`. */
export interface ApiRoute<Parts> extends ApiRouteText {
	/** Makes what answers, of the parts of the service that it needs. */
	readonly handle: (parts: Parts) => RouteHandler | HandlerWithHooks;
}

/** The same endpoint for HEAD, which monitors use: its headers without its body (SPEC D4). */
export function headOf<Parts>(route: ApiRoute<Parts>, id: string): ApiRoute<Parts> {
	const { answer: _, ...rest } = route;
	return { ...rest, id, summary: `${route.summary}: the headers alone`, status: 200 };
}
