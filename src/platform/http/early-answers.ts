import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { requestId } from "../ids.ts";
import type { Clock } from "../time/clock.ts";
import { type Addressed, type AddressLimit, counted } from "./address-limit.ts";
import { clientAddress } from "./client-address.ts";
import type { Conventions } from "./conventions.ts";
import { commonErrors, type HttpError, requestTimeout } from "./http-error.ts";
import { JSON_TYPE } from "./json-type.ts";
import type { CountRefusal, RefusalCause } from "./refusal.ts";
import { asHttpError, errorBody } from "./render-error.ts";
import type { ResponseMeta } from "./response-meta.ts";

/** Dependencies for answering before there is a request. */
export interface EarlyParts {
	readonly clock: Clock;
	readonly addressLimit: AddressLimit;
	readonly conventions: Conventions;
	readonly refused: CountRefusal;
}

/** Malformed HTTP never becomes a request; it still gets its error as JSON (SPEC D4), with the common headers. */
export function answerUnreadable(fault: Error & { code?: string }, socket: Socket, parts: EarlyParts): void {
	if (fault.code === "ECONNRESET" || !socket.writable) socket.destroy();
	else answerOnSocket(errorOf(fault.code), causeOf(fault.code), socket, parts);
}

/** Answers where Node.js provides only the socket, and ends the connection. */
export function answerOnSocket(
	error: HttpError,
	cause: RefusalCause,
	socket: Socket,
	parts: EarlyParts,
): void {
	const { addressLimit, conventions } = parts;
	const caller = { clientAddress: clientAddress(socket.remoteAddress, {}, []), ...newcomer(parts) };
	const { status, headers, body } = earlyAnswer(
		asHttpError(counted(error, caller, addressLimit), conventions.errors),
		caller,
		conventions,
	);
	const lines = Object.entries({ ...headers, connection: "close" }).map(
		([name, value]) => `${name}: ${value}\r\n`,
	);
	endWith(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
	parts.refused(status, cause);
}

/** How long a caller whose connection is ended may still be sending. */
const LINGER_MS = 2000;

/**
 * Ends a connection with an answer. What still arrives is read and dropped for a moment, until the caller closes its half: bytes that nobody reads
 * would reset the connection, which can cost the caller the answer, and makes a proxy think that the server is down.
 */
function endWith(socket: Socket, answer: string): void {
	// The parser is of no use any more, and would report the same fault again.
	socket.removeAllListeners("data");
	socket.on("data", () => {});
	socket.resume();
	socket.end(answer);
	// A caller that never closes its half would keep the connection open, and the server from shutting down.
	const lingering = setTimeout(() => socket.destroy(), LINGER_MS).unref();
	socket.once("close", () => clearTimeout(lingering));
}

/** The initial meta and arrival time of a request. */
export function newcomer({ clock, conventions }: Pick<EarlyParts, "clock" | "conventions">): {
	arrivedAtMs: number;
	responseMeta: ResponseMeta;
} {
	return { arrivedAtMs: clock.now(), responseMeta: conventions.newMeta() };
}

/** An error with the common headers, for requests that the framework does not see. */
export function earlyAnswer(
	error: HttpError,
	{ arrivedAtMs, responseMeta }: Addressed,
	conventions: Conventions,
) {
	const id = requestId(arrivedAtMs);
	const body = JSON.stringify(errorBody(error, id));
	const headers: Record<string, string | number> = {
		...conventions.headers(id, responseMeta),
		...error.headers,
		...(error.retryAfterSeconds === undefined ? {} : { "retry-after": error.retryAfterSeconds }),
		"content-type": JSON_TYPE,
		"content-length": Buffer.byteLength(body),
	};
	return { status: error.status, headers, body };
}

function errorOf(code: string | undefined): HttpError {
	if (code === "HPE_HEADER_OVERFLOW") {
		return commonErrors.bad_request({ status: 431, message: "The request's headers are too large." });
	}
	if (code === "ERR_HTTP_REQUEST_TIMEOUT") return requestTimeout();
	return commonErrors.bad_request({ message: "The request could not be read." });
}

function causeOf(code: string | undefined): RefusalCause {
	if (code === "HPE_HEADER_OVERFLOW") return "headers_too_large";
	return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "timeout" : "malformed";
}
