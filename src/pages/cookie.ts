import type { FastifyReply, FastifyRequest } from "fastify";

/** Returns the `scheme://host` under which the pages are reached. */
export type Base = (request: FastifyRequest) => string;

/** The session cookie: inaccessible to scripts, sent only with the portal's own requests, and `Secure` when the portal is reached by https. */
export interface SessionCookie {
	read(request: FastifyRequest): string | undefined;
	set(request: FastifyRequest, reply: FastifyReply, token: string, maxAgeSeconds: number): void;
	clear(request: FastifyRequest, reply: FastifyReply): void;
}

export function createSessionCookie(base: Base): SessionCookie {
	const isSecure = (request: FastifyRequest) => base(request).startsWith("https://");
	// The prefix makes browsers reject the cookie unless it is Secure, host-only and for the root path (RFC 6265bis, 4.1.3.2).
	const nameFor = (request: FastifyRequest) => `${isSecure(request) ? "__Host-" : ""}packshot_session`;
	const optionsFor = (request: FastifyRequest) => ({
		httpOnly: true,
		path: "/",
		sameSite: "strict" as const,
		secure: isSecure(request),
	});
	return {
		read: (request) => request.cookies[nameFor(request)],
		set(request, reply, token, maxAge) {
			reply.setCookie(nameFor(request), token, { ...optionsFor(request), maxAge });
		},
		clear(request, reply) {
			reply.clearCookie(nameFor(request), optionsFor(request));
		},
	};
}

/** Whether a request brings a session, valid or not. */
export function hasSession({ headers }: FastifyRequest): boolean {
	return /(^|;\s*)(__Host-)?packshot_session=/.test(headers.cookie ?? "");
}
