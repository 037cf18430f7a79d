import type { FastifyReply, FastifyRequest } from "fastify";

/** Finds the `scheme://host` that the pages are reached under. */
export type Base = (request: FastifyRequest) => string;

/** The session's cookie: out of reach of scripts, sent with the portal's own requests alone, and over https only when there is https. */
export interface SessionCookie {
	read(request: FastifyRequest): string | undefined;
	set(request: FastifyRequest, reply: FastifyReply, token: string, maxAgeSeconds: number): void;
	clear(request: FastifyRequest, reply: FastifyReply): void;
}

export function sessionCookie(base: Base): SessionCookie {
	const isSecure = (request: FastifyRequest) => base(request).startsWith("https://");
	// The prefix makes browsers refuse the cookie unless it is Secure, of this very host and of its root (RFC 6265bis, 4.1.3.2).
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
