import type { FastifyRequest } from "fastify";
import { type AddressRange, clientAddress, inRanges } from "../../platform/http/client-address.ts";
import { badRequest } from "../../platform/http/http-error.ts";

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** Finds the `scheme://host` that image URLs start with (SPEC D31). */
export type UrlBase = (request: FastifyRequest) => string;

/** @param settings with the configured base, which may change; without it the request's `Host` counts, and forwarded host and protocol only from trusted proxies. */
export function createUrlBase(
	settings: { readonly publicUrl: string | undefined },
	trustedProxies: readonly AddressRange[],
): UrlBase {
	return (request) => {
		const { publicUrl } = settings;
		if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, "");
		const peer = clientAddress(request.socket.remoteAddress, {}, []);
		const trusted = inRanges(peer, trustedProxies);
		const forwardedHost = trusted ? lastOf(request.headers["x-forwarded-host"]) : undefined;
		const forwardedScheme = trusted ? lastOf(request.headers["x-forwarded-proto"])?.toLowerCase() : undefined;
		const host = forwardedHost ?? request.headers.host ?? "";
		if (!isHost(host)) throw badRequest("The Host header is not a host name.");
		return `${forwardedScheme === "https" ? "https" : "http"}://${host}`;
	};
}

/** The pattern rules out paths and user names; the URL parser checks the rest: ports and numeric addresses. */
function isHost(text: string): boolean {
	return HOST.test(text) && URL.canParse(`http://${text}`);
}

/** The entry that the proxy itself added: earlier ones were sent by its caller. */
function lastOf(header: string | string[] | undefined): string | undefined {
	return (
		String(header ?? "")
			.split(",")
			.at(-1)
			?.trim() || undefined
	);
}
