import type { FastifyRequest } from "fastify";
import type { HttpError } from "../../platform/http/http-error.ts";
import { portalError } from "../errors.ts";
import type { Base } from "./cookie.ts";

export const CSRF_HEADER = "x-packshot-csrf";

/**
 * Refuses a state-changing request that did not come from the portal's own pages: it must be JSON, carry a header that no form can send,
 * and be marked same-origin by the browser. The bytes of an upload have a type of their own, which is checked afterwards.
 * @throws HttpError 403 `csrf_rejected`
 */
export function requireSameOrigin(request: FastifyRequest, base: Base): void {
	const { speaksTus } = request.routeOptions.config;
	if (request.headers["content-type"] === undefined && !speaksTus) {
		throw rejected("A request that changes something is application/json.");
	}
	if (!request.headers[CSRF_HEADER]) throw rejected("The header X-Packshot-CSRF is missing.");
	const site = request.headers["sec-fetch-site"];
	const { origin } = request.headers;
	const isOwn = site === undefined ? isOwnOrigin(origin, base(request)) : site === "same-origin";
	if (!isOwn) throw rejected("This request comes from another site.");
}

export function rejected(message: string): HttpError {
	return portalError("csrf_rejected", { message });
}

/** The scheme may differ: a proxy that terminates TLS need not announce it. */
function isOwnOrigin(origin: string | undefined, base: string): boolean {
	return origin !== undefined && URL.canParse(origin) && new URL(origin).host === new URL(base).host;
}
