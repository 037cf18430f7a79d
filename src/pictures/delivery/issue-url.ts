import type { FastifyRequest } from "fastify";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import type { Client } from "../../clients/policy/client.ts";
import { ulid } from "../../platform/ids.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { signUrl } from "./signed-url.ts";
import type { UrlBase } from "./url-base.ts";

/** Creates a signed URL for one variant, bound to the address of the request (SPEC 2.7). */
export type IssueUrl = (request: FastifyRequest, client: Client, picture: AskedPicture) => string;

/** A picture and its size: pixels of the longer edge, or null for the full one. */
interface AskedPicture {
	readonly barcode: string;
	readonly variant: Variant;
	readonly sizePx: number | null;
}

export function createUrlIssuer(parts: {
	readonly urlKeys: KeyPair;
	readonly base: UrlBase;
	readonly ttlSeconds: number;
}): IssueUrl {
	return (request, client, { barcode, variant, sizePx }) => {
		const grant = {
			urlId: ulid(request.arrivedAtMs),
			expiresAtMs: request.arrivedAtMs + (client.urlTtlSeconds ?? parts.ttlSeconds) * 1000,
			clientId: client.clientId,
			barcode,
			variant,
			address: request.clientAddress,
			sizePx,
			multiUse: client.multiUseUrls && client.tier === "enterprise",
		};
		return `${parts.base(request)}/api/v1/image/${signUrl(grant, parts.urlKeys)}`;
	};
}
