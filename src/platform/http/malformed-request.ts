import { type IncomingMessage, METHODS } from "node:http";
import { badRequest, type HttpError } from "./http-error.ts";

const HTTP_METHODS: ReadonlySet<string> = new Set(METHODS);

/** Why a request is unacceptable even though Node.js parsed it: an RTSP method, or a missing or ambiguous `Host` (RFC 9112, 3.2). */
export function malformedRequest({
	method,
	httpVersion,
	rawHeaders,
}: IncomingMessage): HttpError | undefined {
	if (!HTTP_METHODS.has(method ?? "")) return badRequest("The request is not HTTP.");
	const hosts = hostHeaders(rawHeaders);
	if (hosts > 1) return badRequest("The request has more than one Host header.");
	if (hosts === 0 && httpVersion === "1.1") return badRequest("The request has no Host header.");
	return undefined;
}

/** Counts the `Host` headers in a list that alternates names and values: Node.js keeps only the first of several in `headers`. */
function hostHeaders(rawHeaders: readonly string[]): number {
	let hosts = 0;
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const name = rawHeaders[at] ?? "";
		if (name.length === 4 && name.toLowerCase() === "host") hosts++;
	}
	return hosts;
}
