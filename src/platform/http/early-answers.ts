import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../clock.ts";
import { requestId } from "../ids.ts";
import { type Addressed, type AddressLimit, counted } from "./address-limit.ts";
import { ApiError } from "./api-error.ts";
import { clientAddress } from "./client-address.ts";
import { commonHeaders, JSON_TYPE } from "./common-headers.ts";
import { asApiError, errorBody } from "./render-error.ts";
import type { ResponseMeta } from "./response-meta.ts";

/** Malformed HTTP never becomes a request; it gets its error as JSON all the same (SPEC D4), with the common headers. */
export function answerUnreadable(
	fault: Error & { code?: string },
	socket: Socket,
	clock: Clock,
	addressLimit: AddressLimit,
): void {
	if (fault.code === "ECONNRESET" || !socket.writable) socket.destroy();
	else answerBare(errorOf(fault.code), socket, clock, addressLimit);
}

/** Answers where Node.js gives nothing but the socket, and ends the connection. */
export function answerBare(error: ApiError, socket: Socket, clock: Clock, addressLimit: AddressLimit): void {
	const caller = { clientAddress: clientAddress(socket.remoteAddress, {}, []), ...newcomer(clock) };
	const { status, headers, body } = earlyAnswer(asApiError(counted(error, caller, addressLimit)), caller);
	const lines = Object.entries({ ...headers, connection: "close" }).map(
		([name, value]) => `${name}: ${value}\r\n`,
	);
	socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
	// Whole, not only our half: a caller that never closes his would hold the connection, and the server when it stops.
	socket.destroySoon();
}

/** What is known of a request that nothing was done for yet. */
export function newcomer(clock: Clock): { arrivedAtMs: number; responseMeta: ResponseMeta } {
	return { arrivedAtMs: clock.now(), responseMeta: { debitedUnits: 0 } };
}

/** An error with the common headers, for what the framework does not get to see. */
export function earlyAnswer(error: ApiError, { arrivedAtMs, responseMeta }: Addressed) {
	const id = requestId(arrivedAtMs);
	const body = JSON.stringify(errorBody(error, id));
	const headers: Record<string, string | number> = {
		...commonHeaders(id, responseMeta),
		...(error.retryAfterSeconds === undefined ? {} : { "retry-after": error.retryAfterSeconds }),
		"content-type": JSON_TYPE,
		"content-length": Buffer.byteLength(body),
	};
	return { status: error.status, headers, body };
}

function errorOf(code: string | undefined): ApiError {
	if (code === "HPE_HEADER_OVERFLOW") {
		return new ApiError("bad_request", { status: 431, message: "The request's headers are too large." });
	}
	if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
		return new ApiError("bad_request", { status: 408, message: "The request took too long to arrive." });
	}
	return new ApiError("bad_request", { message: "The request could not be read." });
}
